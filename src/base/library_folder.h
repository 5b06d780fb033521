#pragma once
#include <string>

namespace hadal::inline base {

// The folder of the file that this code was loaded from: libhadal.so, or a program that has the code
// inside. Links are followed. Empty when it cannot be told.
std::string library_folder();

}  // namespace hadal::base
