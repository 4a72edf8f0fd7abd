// A board of 64 reed switches or Hall sensors and two clock buttons that speaks the open scan protocol over
// USB serial. Give every board its own BOARD_ID. Rows are driven low one after the other; a closed contact
// pulls its column low. Row 0 is rank 1, column 0 is file a.
#include <Arduino.h>
#include <stdint.h>

static const uint64_t BOARD_ID = 0x4A0001;
static const uint32_t PERIOD_US = 20000;
static const uint8_t ROWS[8] = {2, 3, 4, 5, 6, 7, 8, 9};
static const uint8_t COLUMNS[8] = {10, 11, 12, 13, 14, 15, 16, 17};
static const uint8_t BUTTONS[2] = {18, 19};  // near rank 1, near rank 8

static uint8_t frame[24];
static uint32_t sequence, next_scan, next_hello;
static uint8_t presses[2], held[2];

static void put(uint8_t at, uint64_t value, uint8_t bytes) {
  for (uint8_t i = 0; i < bytes; ++i) frame[at + i] = (uint8_t)(value >> (8 * i));
}

static void send_frame(uint8_t kind, uint8_t b2, uint8_t b3, uint32_t word, uint64_t squares) {
  frame[0] = 0xA5; frame[1] = kind; frame[2] = b2; frame[3] = b3;
  put(4, sequence++, 4); put(8, word, 4); put(12, squares, 8);
  frame[20] = 1; frame[21] = 0;  // 1: there are buttons
  uint16_t crc = 0xFFFF;
  for (uint8_t i = 0; i < 22; ++i) {
    crc ^= (uint16_t)(frame[i] << 8);
    for (uint8_t bit = 0; bit < 8; ++bit) crc = (uint16_t)((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
  }
  put(22, crc, 2);
  Serial.write(frame, 24);
}

void setup() {
  for (uint8_t i = 0; i < 8; ++i) { pinMode(ROWS[i], OUTPUT); digitalWrite(ROWS[i], HIGH); }
  for (uint8_t i = 0; i < 8; ++i) pinMode(COLUMNS[i], INPUT_PULLUP);
  for (uint8_t i = 0; i < 2; ++i) pinMode(BUTTONS[i], INPUT_PULLUP);
  Serial.begin(115200);
  next_scan = next_hello = micros();
}

void loop() {
  if ((int32_t)(micros() - next_scan) < 0) return;
  next_scan += PERIOD_US;
  uint64_t squares = 0;
  for (uint8_t row = 0; row < 8; ++row) {
    digitalWrite(ROWS[row], LOW);
    delayMicroseconds(20);  // the lines settle
    for (uint8_t column = 0; column < 8; ++column)
      if (digitalRead(COLUMNS[column]) == LOW) squares |= (uint64_t)1 << (8 * row + column);
    digitalWrite(ROWS[row], HIGH);
  }
  for (uint8_t i = 0; i < 2; ++i) {
    uint8_t down = digitalRead(BUTTONS[i]) == LOW;
    if (down && !held[i]) ++presses[i];
    held[i] = down;
  }
  if ((int32_t)(micros() - next_hello) >= 0) { next_hello += 1000000; send_frame('H', 1, 0, PERIOD_US, BOARD_ID); }
  send_frame('S', presses[0], presses[1], micros(), squares);
}
