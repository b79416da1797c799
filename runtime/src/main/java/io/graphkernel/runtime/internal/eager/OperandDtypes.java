package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The dtypes of the operands of ops that consist of others: the compiler's rule, in the words of the op's row, so that what
 * the one refuses the other refuses.
 */
public final class OperandDtypes {

    private static final Map<String, List<DType>> CLASSES = Map.of(
            "FLOAT", List.of(DType.F32, DType.F64, DType.F16, DType.BF16),
            "INTEGER", List.of(DType.I8, DType.U8, DType.I32, DType.I64),
            "NUMBER", List.of(DType.F32, DType.F64, DType.F16, DType.BF16, DType.I8, DType.U8, DType.I32, DType.I64),
            "BOOL", List.of(DType.BOOL),
            "ANY", List.of(DType.values()));

    private OperandDtypes() {}

    /** An operand, and what its dtype is to be. */
    private record Operand(String name, String kind, Tensor tensor) {

        boolean shares() {
            return kind.equals("SHARED") && !Tensors.isNumber(tensor);
        }
    }

    /**
     * Requires dtypes that the op takes.
     *
     * @param op the op's name in Java
     * @param dtypes the class of the dtype that operands share
     * @param operands for each operand its name and what it takes, as {@code x:SHARED} or {@code labels:INDEX}, then the
     *     tensor or the array of tensors
     */
    public static void check(String op, String dtypes, Object... operands) {
        List<Operand> all = new ArrayList<>();
        for (int i = 0; i < operands.length; i += 2) {
            String[] parameter = ((String) operands[i]).split(":");
            Operands.attribute(op, parameter[0], operands[i + 1]);
            Tensor[] tensors =
                    operands[i + 1] instanceof Tensor[] several ? several : new Tensor[] {(Tensor) operands[i + 1]};
            for (Tensor tensor : tensors) {
                Operands.present(op, parameter[0], tensor);
                all.add(new Operand(parameter[0], parameter[1], tensor));
            }
        }
        Optional<Operand> first = all.stream().filter(Operand::shares).findFirst();
        for (Operand operand : all) {
            List<DType> allowed = allowed(
                    operand.kind,
                    CLASSES.get(dtypes),
                    first.map(o -> o.tensor.dtype()).orElse(DType.F32));
            if (!allowed.contains(operand.tensor.dtype())) {
                throw Operands.unsupported(op, operand.name, operand.tensor, text(allowed));
            }
            if (operand.shares()) {
                Operands.same(op, first.get().name, first.get().tensor, operand.name, operand.tensor);
            }
        }
    }

    private static List<DType> allowed(String kind, List<DType> dtypes, DType shared) {
        return switch (kind) {
            case "SHARED" -> dtypes;
            case "SHARED_OR_F32" ->
                shared == DType.F16 || shared == DType.BF16 ? List.of(shared, DType.F32) : List.of(shared);
            case "INDEX" -> List.of(DType.I32, DType.I64);
            case "F32_OR_I64" -> List.of(DType.F32, DType.I64);
            case "OWN", "ATTRIBUTE" -> CLASSES.get("ANY");
            default -> List.of(DType.valueOf(kind));
        };
    }

    /** {@code f32, f64, f16 or bf16}, as the compiler says it. */
    private static String text(List<DType> dtypes) {
        int last = dtypes.size() - 1;
        String head = dtypes.subList(0, last).stream().map(DType::toString).collect(Collectors.joining(", "));
        return Stream.of(head, dtypes.get(last).toString())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" or "));
    }
}
