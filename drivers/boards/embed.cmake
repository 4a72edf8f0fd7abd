# cmake -DOUT=file.cpp -DFILES=a.toml;b.toml -P embed.cmake: the texts of the board files as C++ constants.
set(code "#include \"drivers/board_table.hpp\"\n\nnamespace jadoube::drivers {\n\nstd::span<const BoardFile> built_in_board_files() {\n  static constexpr BoardFile kFiles[] = {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND code "{\"drivers/boards/${name}\", R\"board(${text})board\"},\n")
endforeach()
string(APPEND code "};\n  return kFiles;\n}\n\n}  // namespace jadoube::drivers\n")
file(WRITE ${OUT} "${code}")
