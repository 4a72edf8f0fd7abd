// Exists so that tests/CMakeLists.txt has something to precompile GoogleTest's headers for.
