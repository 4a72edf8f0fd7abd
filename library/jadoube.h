/* libjadoube: a scan log of an electronic chess board goes in, the moves and the irregularities of its games come out.
 *
 * docs/library.md explains it from the beginning; docs/scanlog.md has the lines that go in, docs/findings.md those that
 * come out. Functions that give a jadoube_status give JADOUBE_OK, or what is said at each; jadoube_error() says more in a
 * sentence. Nothing here throws, prints, opens files, asks a clock or starts threads. A follower is used by one thread at a
 * time; different followers by different threads at once. */
#ifndef JADOUBE_H
#define JADOUBE_H

#include <stddef.h>
#include <stdint.h>

/* Semantic version of this header; the library's own is jadoube_version(). */
#define JADOUBE_VERSION_MAJOR 0
#define JADOUBE_VERSION_MINOR 1
#define JADOUBE_VERSION_PATCH 0
/* Grows from version to version: 0.1.0 is 100, 1.2.3 is 10203. */
#define JADOUBE_VERSION (JADOUBE_VERSION_MAJOR * 10000 + JADOUBE_VERSION_MINOR * 100 + JADOUBE_VERSION_PATCH)

#if defined(__GNUC__)
#define JADOUBE_API __attribute__((visibility("default")))
#else
#define JADOUBE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Negative: it was not done. */
typedef enum jadoube_status {
  JADOUBE_OK = 0,
  /* Done, but something in these bytes was passed over; jadoube_next_problem() says what. */
  JADOUBE_PASSED_OVER = 1,
  /* A null pointer, or a value that makes no sense. The follower is as it was. */
  JADOUBE_ARGUMENT = -1,
  /* Not now: the log has begun, has not begun, or is finished. The follower is as it was. */
  JADOUBE_ORDER = -2,
  /* These bytes are no scan log that can be followed. The follower takes no more. */
  JADOUBE_LOG = -3,
  /* There is no such law, or its text cannot be used. The follower is as it was. */
  JADOUBE_LAW = -4,
  /* Memory ran out. The follower takes no more. */
  JADOUBE_MEMORY = -5,
  /* A fault of the library. The follower takes no more. */
  JADOUBE_FAULT = -6
} jadoube_status;

/* Follows one log. */
typedef struct jadoube_follower jadoube_follower;

/* JADOUBE_VERSION of the library that is loaded. */
JADOUBE_API int jadoube_version(void);

/* Id of a law that is built in, by index from 0; null behind the last. It stays good. */
JADOUBE_API const char* jadoube_law(size_t index);

/* A follower of a log that has not begun; null if memory ran out. */
JADOUBE_API jadoube_follower* jadoube_new(void);

/* Ends it, with all texts that it has given. Null is nothing. */
JADOUBE_API void jadoube_free(jadoube_follower* follower);

/* Before the log begins: adds a law of your own, the text of a law file (docs/adding-a-law.md) in UTF-8. `name`: its id.
 * JADOUBE_LAW, JADOUBE_ARGUMENT, JADOUBE_ORDER, JADOUBE_MEMORY. */
JADOUBE_API jadoube_status jadoube_add_law(jadoube_follower* follower, const char* name, const char* toml,
                                           size_t length);

/* Before the log begins: the law that judges the findings, by its id. Null or "": the one that the log names, and
 * fide-2023-std if it names none. JADOUBE_LAW, JADOUBE_ARGUMENT, JADOUBE_ORDER, JADOUBE_MEMORY. */
JADOUBE_API jadoube_status jadoube_set_law(jadoube_follower* follower, const char* id);

/* Before the log begins: the language of sentences, "en", "da" or "is". JADOUBE_ARGUMENT, JADOUBE_ORDER, JADOUBE_MEMORY. */
JADOUBE_API jadoube_status jadoube_set_language(jadoube_follower* follower, const char* code);

/* The next bytes of the log, in pieces of any size. Where `length` is 0, `bytes` may be null. JADOUBE_PASSED_OVER,
 * JADOUBE_ARGUMENT, JADOUBE_ORDER (finished), JADOUBE_LOG, JADOUBE_MEMORY, JADOUBE_FAULT. */
JADOUBE_API jadoube_status jadoube_feed(jadoube_follower* follower, const char* bytes, size_t length);

/* Nothing has changed on the board up to `t_us`, in microseconds of the log's time: what silence proves is said. For boards
 * that are followed live; not needed for what is said at the end to be the same. An earlier time than was heard of changes
 * nothing. JADOUBE_ARGUMENT (negative, or above 2^53 - 1), JADOUBE_ORDER (no header yet, or finished), JADOUBE_LOG,
 * JADOUBE_MEMORY, JADOUBE_FAULT. */
JADOUBE_API jadoube_status jadoube_advance(jadoube_follower* follower, int64_t t_us);

/* The log ends here: what is pending is settled, and the summary is said. JADOUBE_PASSED_OVER, JADOUBE_ARGUMENT,
 * JADOUBE_ORDER (finished before), JADOUBE_LOG, JADOUBE_MEMORY, JADOUBE_FAULT. */
JADOUBE_API jadoube_status jadoube_finish(jadoube_follower* follower);

/* The next line of the finding stream, JSON without an end of line; null: there is none now. It stays good until the next
 * call with this follower. Lines wait until they are fetched. */
JADOUBE_API const char* jadoube_next_line(jadoube_follower* follower);

/* What was passed over in the log and why, "line 12, column 30: this is not JSON"; null: nothing more. As the lines, but no
 * more than 50 wait; those beyond are counted only. */
JADOUBE_API const char* jadoube_next_problem(jadoube_follower* follower);

/* How many problems there have been so far; 0 for null. */
JADOUBE_API uint64_t jadoube_problems(const jadoube_follower* follower);

/* Why the last call that gave a negative status did, in one sentence; "" if none has, and for null. It stays good until the
 * next call with this follower. */
JADOUBE_API const char* jadoube_error(const jadoube_follower* follower);

#ifdef __cplusplus
}
#endif

#endif
