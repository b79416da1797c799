"""Counts the instructions per element in the vectorized loops of kernels.

    instructions.py FILE.sass ELEMENT_BYTES KERNEL...

FILE.sass is the output of `nvdisasm -c` for a cubin that `ptxas -arch=sm_90` has assembled.
"""

import re
import sys

LABEL = re.compile(r"(\.L_x_\d+):")
SECTION = re.compile(r"\.text\.(\w+):")
INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]{4,5}\*/\s+(.*?);")
BRANCH = re.compile(r"BRA.*`\((\.L_x_\d+)\)")
# GpuModel.Access.unrolledVectors
UNROLLED_VECTORS = 4
WIDE = re.compile(r"E\.(128|64)")


def functions(path):
    """Returns the lines of each function: labels end with a colon."""
    sections, lines = {}, None
    with open(path) as file:
        for line in file:
            if section := SECTION.match(line):
                lines = sections.setdefault(section[1], [])
            elif re.match(r"\s*\.section", line):
                lines = None
            elif lines is not None and (match := LABEL.match(line)):
                lines.append(match[1] + ":")
            elif lines is not None and (match := INSTRUCTION.match(line)):
                lines.append(match[1].strip())
    return sections


def loops_of(lines):
    """Returns the ranges of lines between a backward branch and its target: those that contain no other such range, and the
    first one of a row in registers, which has wide stores and shuffles."""
    labels = {line[:-1]: index for index, line in enumerate(lines) if line.endswith(":")}
    loops = []
    for index, line in enumerate(lines):
        branch = BRANCH.search(line)
        if branch and labels.get(branch[1], index) < index:
            loops.append((labels[branch[1]], index))
    contains = lambda outer, inner: outer != inner and outer[0] <= inner[0] and inner[1] <= outer[1]
    rows = [loop for loop in loops if is_row(lines[loop[0] : loop[1]])]
    innermost = [loop for loop in loops if not any(contains(loop, other) for other in loops)]
    return sorted(rows[:1] + [loop for loop in innermost if loop not in rows[:1]])


def is_row(instructions):
    """Returns True if a loop holds a row in registers: it has several wide stores, and reduces across threads."""
    stores = sum("STG" in line and WIDE.search(line) is not None for line in instructions)
    return stores > 1 and any("SHFL" in line for line in instructions)


def is_unrolled(instructions, wide):
    """Returns True if a loop without stores loads several vectors of each operand, and can end after each vector."""
    exits = sum("BRA" in instruction for instruction in instructions)
    is_multiple = len(wide) % UNROLLED_VECTORS == 0
    return is_multiple and exits >= UNROLLED_VECTORS and not any("STG" in access for access in wide)


def describe(instructions, element_bytes):
    """Returns the counts of a loop, or None if it has no wide access."""
    accesses = [instruction for instruction in instructions if "LDG" in instruction or "STG" in instruction]
    wide = [access for access in accesses if WIDE.search(access)]
    if not wide:
        return None
    elements = (16 if any("E.128" in access for access in wide) else 8) // element_bytes
    if is_row(instructions):
        elements *= sum("STG" in access for access in wide)
    elif is_unrolled(instructions, wide):
        elements *= UNROLLED_VECTORS
    # The vector path does not execute the scalar accesses of the remainder.
    count = len(instructions) - (len(accesses) - len(wide))
    loads = sum("LDG" in access for access in wide)
    kinds = ", ".join(f"{sum(kind in line for line in instructions)} {kind}" for kind in ("MUFU", "BRA"))
    return (
        f"{count} instructions / {elements} elements = {count / elements:.1f}"
        f" ({loads} wide loads, {len(wide) - loads} wide stores, {kinds})"
    )


def main():
    path, element_bytes, *kernels = sys.argv[1:]
    sections = functions(path)
    for kernel in kernels:
        lines = sections[kernel]
        for first, last in loops_of(lines):
            instructions = [line for line in lines[first : last + 1] if not line.endswith(":")]
            if description := describe(instructions, int(element_bytes)):
                print(f"{kernel}: {description}")


if __name__ == "__main__":
    main()
