/* Follows a scan log and prints its moves and findings as lines of the finding stream.
 * cc follow.c $(pkg-config --cflags --libs jadoube) -o follow && ./follow LOG LAW */
#include <jadoube.h>
#include <stdio.h>
#include <string.h>

static int is_wanted(const char* line) {
  return strncmp(line, "{\"type\":\"move\"", 14) == 0 || strncmp(line, "{\"type\":\"finding\"", 17) == 0;
}

int main(int argc, char** argv) {
  char bytes[4096];
  const char* text;
  size_t count;
  jadoube_status status;
  FILE* log = argc == 3 ? fopen(argv[1], "rb") : NULL;
  jadoube_follower* follower = jadoube_new();
  if (log == NULL || follower == NULL) return fputs("usage: follow LOG LAW\n", stderr), 2;

  status = jadoube_set_law(follower, argv[2]);
  while (status >= 0 && (count = fread(bytes, 1, sizeof bytes, log)) > 0) {
    status = jadoube_feed(follower, bytes, count);
    while ((text = jadoube_next_line(follower)) != NULL)
      if (is_wanted(text)) puts(text);
  }
  if (status >= 0) status = jadoube_finish(follower);
  while ((text = jadoube_next_line(follower)) != NULL)
    if (is_wanted(text)) puts(text);
  while ((text = jadoube_next_problem(follower)) != NULL) fprintf(stderr, "%s\n", text);
  if (status < 0) fprintf(stderr, "%s\n", jadoube_error(follower));
  jadoube_free(follower);
  fclose(log);
  return status < 0 ? 2 : 0;
}
