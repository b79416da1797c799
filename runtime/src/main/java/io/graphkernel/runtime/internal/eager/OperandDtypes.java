package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks of the dtypes of a composite op's operands: the compiler's rule, in the terms of the op's row, so that both
 * reject the same calls.
 */
public final class OperandDtypes {

    private static final Map<String, List<DType>> CLASSES = Map.of(
            "FLOAT", dtypes(dtype -> dtype.isFloat() && !dtype.isStorageOnly()),
            "INTEGER", dtypes(DType::isInteger),
            "NUMBER", dtypes(dtype -> dtype != DType.BOOL && !dtype.isStorageOnly()),
            "BOOL", List.of(DType.BOOL),
            "ANY", dtypes(dtype -> !dtype.isStorageOnly()),
            "STORED", List.of(DType.values()));

    private OperandDtypes() {}

    private static List<DType> dtypes(Predicate<DType> member) {
        return Arrays.stream(DType.values()).filter(member).toList();
    }

    /** An operand with its dtype constraint. */
    private record Operand(String name, String kind, Tensor tensor) {

        boolean shares() {
            return kind.equals("SHARED") && !Tensors.isNumber(tensor);
        }
    }

    /**
     * Checks that an op supports the dtypes.
     *
     * @param op name of the op in Java
     * @param dtypes class of the dtype that operands share
     * @param operands name and constraint of each operand, such as {@code x:SHARED} or {@code labels:INDEX}, followed
     *     by the tensor or the array of tensors
     */
    public static void check(String op, String dtypes, Object... operands) {
        List<Operand> checked = new ArrayList<>();
        for (int i = 0; i < operands.length; i += 2) {
            String parameter = (String) operands[i];
            int colon = parameter.indexOf(':');
            String name = parameter.substring(0, colon);
            String kind = parameter.substring(colon + 1);
            Operands.attribute(op, name, operands[i + 1]);
            Tensor[] tensors =
                    operands[i + 1] instanceof Tensor[] several ? several : new Tensor[] {(Tensor) operands[i + 1]};
            for (Tensor tensor : tensors) {
                Operands.present(op, name, tensor);
                checked.add(new Operand(name, kind, tensor));
            }
        }
        Operand first = null;
        for (Operand operand : checked) {
            first = first == null && operand.shares() ? operand : first;
        }
        for (Operand operand : checked) {
            List<DType> allowed = allowed(operand.kind, dtypes, first == null ? DType.F32 : first.tensor.dtype());
            if (!allowed.contains(operand.tensor.dtype())) {
                throw Operands.unsupported(op, operand.name, operand.tensor, text(allowed));
            }
            if (operand.shares()) {
                Operands.same(op, first.name, first.tensor, operand.name, operand.tensor);
            }
        }
    }

    private static List<DType> allowed(String kind, String dtypes, DType shared) {
        return switch (kind) {
            case "SHARED" -> CLASSES.get(dtypes);
            case "SHARED_OR_F32" ->
                shared == DType.F16 || shared == DType.BF16 ? List.of(shared, DType.F32) : List.of(shared);
            case "INDEX" -> List.of(DType.I32, DType.I64);
            case "F32_OR_I64" -> List.of(DType.F32, DType.I64);
            case "OWN", "ATTRIBUTE" -> CLASSES.get(dtypes.equals("STORED") ? dtypes : "ANY");
            default -> List.of(DType.valueOf(kind));
        };
    }

    /** Formatted as {@code f32, f64, f16 or bf16}, like the compiler's message. */
    private static String text(List<DType> dtypes) {
        int last = dtypes.size() - 1;
        String head = dtypes.subList(0, last).stream().map(DType::toString).collect(Collectors.joining(", "));
        return Stream.of(head, dtypes.get(last).toString())
                .filter(constraint -> !constraint.isEmpty())
                .collect(Collectors.joining(" or "));
    }
}
