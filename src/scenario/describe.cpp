#include <cmath>

#include "base/text.h"
#include "scenario/writer.h"

namespace hadal::inline scenario {
namespace {

struct Unit {
  const char* suffix;
  const char* unit;
};
// A suffix that ends with another stands before it.
constexpr Unit kUnits[] = {
    {"_rad_s_sqrt_hz", "rad/s/sqrt(Hz)"},
    {"_m_s2_sqrt_hz", "m/s^2/sqrt(Hz)"},
    {"_db_per_wavelength", "dB/wavelength"},
    {"_w_m2_sr_nm", "W/(m^2 sr nm)"},
    {"_per_m_s", "per m/s"},
    {"_per_rad", "1/rad"},
    {"_w_nm2", "W/(N m)^2"},
    {"_v_s_rad", "V s/rad"},
    {"inductance_h", "H"},
    {"_nm_a", "N m/A"},
    {"_limit_a", "A"},
    {"_k_w", "K/W"},
    {"_per_m", "1/m"},
    {"density_m2", "1/m^2"},
    {"density_m3", "1/m^3"},
    {"_kg_m2", "kg m^2"},
    {"_kg_m3", "kg/m^3"},
    {"_mg_m3", "mg/m^3"},
    {"_nm_rad", "N m/rad"},
    {"_m3_s", "m^3/s"},
    {"_rad_s", "rad/s"},
    {"_deg_s", "deg/s"},
    {"_pa_s", "Pa s"},
    {"_kg_s", "kg/s"},
    {"_ns_m", "N s/m"},
    {"_db_m", "dB/m"},
    {"_m_s2", "m/s^2"},
    {"_n_m", "N/m"},
    {"_s_m", "s/m"},
    {"_m_s", "m/s"},
    {"_e_s", "e-/s"},
    {"_1_s", "1/s"},
    {"_deg_h", "deg/h"},
    {"_m2", "m^2"},
    {"_m3", "m^3"},
    {"_degc", "deg C"},
    {"_psu", "PSU"},
    {"_ntu", "NTU"},
    {"_deg", "deg"},
    {"_rad", "rad"},
    {"_rpm", "rpm"},
    {"_ohm", "ohm"},
    {"_khz", "kHz"},
    {"_hz", "Hz"},
    {"_kg", "kg"},
    {"_pa", "Pa"},
    {"_ah", "A h"},
    {"_us", "us"},
    {"_ut", "uT"},
    {"_lm", "lm"},
    {"_nm", "nm"},
    {"_px", "px"},
    {"_mb", "MB"},
    {"_ev", "EV"},
    {"_db", "dB"},
    {"_w_n", "W/N"},
    {"_w", "W"},
    {"_v", "V"},
    {"_n", "N"},
    {"_m", "m"},
    {"_s", "s"},
    {"_k", "K"},
    {"_e", "e-"},
};

std::string rows_text(const std::vector<std::vector<double>>& rows, double factor) {
  if (rows.empty()) return "-";
  std::string out = "[";
  for (size_t i = 0; i < rows.size(); ++i) out += (i ? ", " : "") + number_list(rows[i], factor);
  return out + "]";
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) out += (i ? separator : "") + words[i];
  return out;
}

// The default of a field, read from a freshly made struct.
std::string default_of(const FieldSchema& field, void* object) {
  if (field.required) return "required";
  if (field.optional && field.may_be_absent() && !field.present(object)) return "-";
  void* member = field.kind == FieldKind::kTagged ? nullptr : field.member(object);
  switch (field.kind) {
    case FieldKind::kNumber: {
      const double value = *static_cast<double*>(member);
      return std::isfinite(value) ? file_number(value, field.factor) : "-";
    }
    case FieldKind::kInteger:
      return std::to_string(load_integer(field, member));
    case FieldKind::kEnum:
      return enum_choice(field, member);
    case FieldKind::kVector:
      return file_numbers(field, member);
    case FieldKind::kBoolean:
      return *static_cast<bool*>(member) ? "true" : "false";
    case FieldKind::kText:
    case FieldKind::kName:
    case FieldKind::kChoice: {
      const auto& text = *static_cast<std::string*>(member);
      return text.empty() ? "-" : text;
    }
    case FieldKind::kMatrix:
    case FieldKind::kNumbers: {
      const bool empty = static_cast<std::vector<double>*>(member)->empty();
      return empty ? "-" : file_numbers(field, member);
    }
    case FieldKind::kRows:
      return rows_text(*static_cast<std::vector<std::vector<double>>*>(member), field.factor);
    case FieldKind::kTexts: {
      const auto& texts = *static_cast<std::vector<std::string>*>(member);
      return texts.empty() ? "-" : "[" + joined(texts, ", ") + "]";
    }
    default:
      return "-";
  }
}

std::string range_of(const FieldSchema& field) {
  const Bounds& bounds = field.bounds;
  std::string size;
  for (size_t i = 0; i < field.sizes.size(); ++i)
    size += (i ? " or " : "") + std::to_string(field.sizes[i]);
  switch (field.kind) {
    case FieldKind::kChoice:
    case FieldKind::kEnum:
      return joined(field.choices, ", ");
    case FieldKind::kBoolean:
      return "true, false";
    case FieldKind::kText:
      return "text";
    case FieldKind::kName:
      return "name";
    case FieldKind::kTexts:
      return "list of texts";
    case FieldKind::kRows:
      return size.empty() ? "rows" : "rows of " + size;
    case FieldKind::kStruct:
      return "map: " + field.sub().name;
    case FieldKind::kStructs:
      return "list of " + field.sub().name;
    case FieldKind::kTagged:
      return "!" + joined(kind_names(field.kinds()), ", !");
    case FieldKind::kTaggedList:
      return "list of !" + joined(kind_names(field.kinds()), ", !");
    default:
      break;
  }
  const bool low = std::isfinite(bounds.min), high = std::isfinite(bounds.max);
  const bool list = field.kind == FieldKind::kNumbers || field.kind == FieldKind::kVector ||
                    field.kind == FieldKind::kMatrix;
  std::string text = list
                         ? (size.empty() ? "numbers" : size + " numbers")
                         : "";
  if (!low && !high) return text.empty() ? "any" : text;
  if (!text.empty()) text += ", ";
  if (low) text += (bounds.above_min ? "> " : ">= ") + shortest_text(bounds.min);
  if (high) text += std::string(low ? ", " : "") + "<= " + shortest_text(bounds.max);
  return text;
}

// '|' would end a Markdown cell.
std::string cell(std::string text) {
  for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\\|");
  return text;
}

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

std::string field_json(const FieldSchema& field, void* object) {
  return "{\"key\": " + json_text(field.name) + ", \"unit\": " + json_text(unit_of(field.name)) +
         ", \"default\": " + json_text(default_of(field, object)) +
         ", \"values\": " + json_text(range_of(field)) +
         ", \"required\": " + (field.required ? "true" : "false") +
         ", \"doc\": " + json_text(field.doc) + "}";
}

}  // namespace

std::string unit_of(const std::string& key) {
  for (const Unit& unit : kUnits)
    if (key.ends_with(unit.suffix)) return unit.unit;
  return "";
}

std::string describe_markdown(const StructSchema& schema) {
  const std::shared_ptr<void> object = schema.create();
  std::string out =
      schema.doc + "\n\n| key | unit | default | values | meaning |\n|---|---|---|---|---|\n";
  for (const FieldSchema& field : schema.fields)
    out += "| `" + field.name + "` | " + unit_of(field.name) + " | " +
           cell(default_of(field, object.get())) + " | " + cell(range_of(field)) + " | " +
           cell(field.doc) + " |\n";
  return out;
}

std::string describe_text(const StructSchema& schema) {
  const std::shared_ptr<void> object = schema.create();
  std::string out = schema.name + ": " + schema.doc + "\n";
  size_t width = 0;
  for (const FieldSchema& field : schema.fields) width = std::max(width, field.name.size());
  for (const FieldSchema& field : schema.fields) {
    const std::string unit = unit_of(field.name);
    out += "  " + field.name + std::string(width - field.name.size() + 2, ' ') + field.doc + "\n" +
           std::string(width + 6, ' ') + "default " + default_of(field, object.get()) + "; " +
           range_of(field) + (unit.empty() ? "" : "; unit " + unit) + "\n";
  }
  return out;
}

std::string key_text(const StructSchema& owner, const FieldSchema& field) {
  const std::shared_ptr<void> object = owner.create();
  const std::string unit = unit_of(field.name);
  std::string out = field.name + " of " + owner.name + ": " + field.doc + "\n";
  if (!field.kinds)
    return out + "  default " + default_of(field, object.get()) + "; " + range_of(field) +
           (unit.empty() ? "" : "; unit " + unit) + "\n";
  for (const StructSchema* kind : field.kinds())
    out += "  !" + kind->name + ": " + kind->doc + "\n";
  return out;
}

std::string key_json(const StructSchema& owner, const FieldSchema& field) {
  return "{\"in\": " + json_text(owner.name) + ", " +
         field_json(field, owner.create().get()).substr(1);
}

std::string describe_json(const StructSchema& schema) {
  const std::shared_ptr<void> object = schema.create();
  std::string out = "{\"name\": " + json_text(schema.name) + ", \"doc\": " + json_text(schema.doc) +
                    ", \"fields\": [";
  for (size_t i = 0; i < schema.fields.size(); ++i) {
    const FieldSchema& field = schema.fields[i];
    out += (i ? ", " : "") + field_json(field, object.get());
  }
  return out + "]}";
}

}  // namespace hadal::scenario
