// What libhadal.so shows: the namespace of every public header is opened as `namespace hadal
// HADAL_API {`. All other names of the library are hidden.
#pragma once
#define HADAL_API __attribute__((visibility("default")))
