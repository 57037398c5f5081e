"""TypeScript types of a JSON Schema: what scripts/site puts into the npm package beside the engine."""

import json
import re

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript(schema, name):
    """The declarations of a schema and of its definitions; the schema itself has this name."""
    definitions = {name: schema, **schema.get("$defs", {})}
    return "\n".join(declaration(title, part) for title, part in definitions.items())


def declaration(name, schema):
    return f"{comment(schema, '')}export type {name} = {type_of(schema, '')};\n"


def comment(schema, indent):
    text = " ".join(schema.get("description", "").split()).replace("*/", "*\\/")
    return f"{indent}/** {text} */\n" if text else ""


def type_of(schema, indent):
    if schema is True or not schema:
        return "unknown"
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for union in ("oneOf", "anyOf"):
        if union in schema:
            parts = " | ".join(f"({type_of(part, indent)})" for part in schema[union])
            return f"{fields_of(schema, indent)} & ({parts})" if "properties" in schema else parts
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(f"({type_of({**schema, 'type': one}, indent)})" for one in kind)
    if kind == "array":
        return array_of(schema, indent)
    return fields_of(schema, indent) if kind == "object" else PLAIN.get(kind, "unknown")


def array_of(schema, indent):
    if "prefixItems" in schema:
        return "[" + ", ".join(type_of(part, indent) for part in schema["prefixItems"]) + "]"
    item, least = type_of(schema.get("items", True), indent), schema.get("minItems")
    if least is not None and least == schema.get("maxItems"):
        return "[" + ", ".join([item] * least) + "]"
    return f"({item})[]"


def fields_of(schema, indent):
    inner, required = indent + "  ", schema.get("required", [])
    lines = []
    for key, part in schema.get("properties", {}).items():
        name = key if re.fullmatch(r"\w+", key) else json.dumps(key)
        mark = "" if key in required else "?"
        note = comment(part, inner) if isinstance(part, dict) else ""
        lines.append(f"{note}{inner}{name}{mark}: {type_of(part, inner)};\n")
    others = schema.get("additionalProperties")
    if isinstance(others, dict) or not lines and others is not False:
        lines.append(f"{inner}[key: string]: {type_of(others or True, inner) if not lines else 'unknown'};\n")
    return "{\n" + "".join(lines) + indent + "}" if lines else "Record<string, never>"
