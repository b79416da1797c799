package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.runtime.DType;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A parameter of a measured kernel: an array of numbers spread evenly over a range.
 *
 * @param fixed its dtype; empty for the dtype for which the case is compiled
 * @param dims its dims as a user declares them, symbols, numbers and products of them
 * @param least the least number
 * @param most the number above all
 */
record Operand(Optional<DType> fixed, String dims, double least, double most) {

    static Operand of(String dims) {
        return new Operand(Optional.empty(), dims, -2, 2);
    }

    static Operand of(DType dtype, String dims) {
        return new Operand(Optional.of(dtype), dims, -2, 2);
    }

    /** Returns the array with other numbers. */
    Operand within(double from, double to) {
        return new Operand(fixed, dims, from, to);
    }

    DType dtype(DType compiled) {
        return fixed.orElse(compiled);
    }

    /** The parameter as a user writes it. */
    String declaration(String name, DType compiled) {
        return "@TensorType(\"" + dtype(compiled) + "[" + dims + "]\") Tensor " + name;
    }

    /** The dims for given values of the symbols. */
    long[] sizes(Map<String, Long> symbols) {
        return Arrays.stream(dims.split(","))
                .map(String::strip)
                .filter(dim -> !dim.isEmpty())
                .mapToLong(dim -> Arrays.stream(dim.split("\\*"))
                        .mapToLong(factor -> factor.matches("\\d+") ? Long.parseLong(factor) : symbols.get(factor))
                        .reduce(1, (a, b) -> a * b))
                .toArray();
    }
}
