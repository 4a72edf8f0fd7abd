#include "engine_bridge/child.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <new>

#include <boost/asio/io_context.hpp>

// A child that has not become its program yet must not allocate memory: whoever held a lock of the allocator while it was
// forked is not there to let go of it. Of memory that C++ asks for this program sees everything.
namespace {

bool is_a_child = false;
constexpr int kAllocates = 111;

void* allocate(std::size_t size) {
  if (is_a_child) ::_exit(kAllocates);
  return std::malloc(size);
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* const found = allocate(size)) return found;
  throw std::bad_alloc{};
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace jadoube::engine_bridge {
namespace {

std::optional<int> status_of(const std::string& program) {
  boost::asio::io_context io;
  std::optional<int> status;
  Child child{io.get_executor(), {{}, [&](Exit exit) { status = exit.status; }}};
  EXPECT_EQ(child.start(program), std::nullopt);
  io.run();
  return status;
}

TEST(ChildTest, AllocatesNothingUntilItIsTheProgram) {
  ASSERT_EQ(::pthread_atfork(nullptr, nullptr, [] { is_a_child = true; }), 0);
  EXPECT_EQ(status_of("/bin/true"), 0);
}

TEST(ChildTest, SaysWhyThereIsNone) {
  boost::asio::io_context io;
  Child child{io.get_executor(), {}};
  EXPECT_EQ(child.start("/nowhere/to/be/found"), "cannot be started: No such file or directory");
  EXPECT_EQ(child.pid(), 0);
}

}  // namespace
}  // namespace jadoube::engine_bridge
