# cmake -DOUT=file.cpp -DFILES=a.toml;b.toml -P embed.cmake: the texts of the law files as C++ constants.
set(code "#include \"laws/embedded.hpp\"\n\nnamespace jadoube::laws {\n\nconst std::array<EmbeddedLaw, kEmbeddedLawCount> kEmbeddedLaws{{\n")
foreach(file IN LISTS FILES)
  get_filename_component(id ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND code "{\"${id}\", R\"law(${text})law\"},\n")
endforeach()
string(APPEND code "}};\n\n}  // namespace jadoube::laws\n")
file(WRITE ${OUT} "${code}")
