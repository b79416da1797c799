package io.graphkernel.conformance.number;

import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kernel with one op, in which a number replaces a tensor.
 *
 * @param row the op
 * @param number operand that is a number
 * @param dtype dtype of the number; empty if its Java type decides
 * @param javaType Java type of the number
 * @param constant literal in the source; empty for a parameter
 * @param tensors the other parameters
 * @param call the expression, with {@code p} for the number
 */
record NumberCase(
        OpRow row,
        String number,
        Optional<DType> dtype,
        String javaType,
        Optional<CallNumber> constant,
        List<TensorOperand> tensors,
        String call) {

    /**
     * A tensor of the call.
     *
     * @param name its parameter
     * @param dtype its dtype
     * @param dims its dims
     */
    record TensorOperand(String name, DType dtype, List<Long> dims) {}

    /** Returns the operand that the op updates in place; empty for an op with a result. */
    Optional<String> updated() {
        return row.results().stream()
                .flatMap(result -> result.updates().stream())
                .findFirst()
                .or(() -> row.name().equals("Assign") ? Optional.of("parameter") : Optional.empty());
    }

    /** Returns the numbers with which it is called; of a constant the number itself. */
    List<CallNumber> numbers() {
        return constant.map(List::of).orElseGet(() -> CallNumber.ofType(javaType));
    }

    /** Returns the text of the kernel method. */
    String method(int index) {
        String parameters = Stream.concat(
                        tensors.stream()
                                .map(tensor -> "@TensorType(\"%s[%s]\") Tensor %s"
                                        .formatted(
                                                tensor.dtype(),
                                                tensor.dims().stream()
                                                        .map(Object::toString)
                                                        .collect(Collectors.joining(", ")),
                                                tensor.name())),
                        constant.isPresent() ? Stream.empty() : Stream.of(javaType + " p"))
                .collect(Collectors.joining(", "));
        String value = constant.map(CallNumber::literal).orElse("p");
        String expression = call.replace("$p", value);
        return updated().isPresent()
                ? "    @GraphKernel public static void k%d(%s) { %s; }".formatted(index, parameters, expression)
                : "    @GraphKernel public static Tensor k%d(%s) { return %s; }"
                        .formatted(index, parameters, expression);
    }

    @Override
    public String toString() {
        return row.name() + "." + number + dtype.map(of -> " of " + of).orElse("") + ": "
                + constant.map(CallNumber::literal).orElse(javaType + " p");
    }
}
