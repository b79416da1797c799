package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which dtypes an op takes, and which it gives. There is no promotion: operands that share a dtype have the same. */
public final class DtypeRules {

    /** The dtype of a number that meets no tensor. */
    private static final DType ALONE = DType.F32;

    private DtypeRules() {}

    /**
     * The parameter that each operand stands for: of an op of any number of tensors all stand for the same, absent
     * optional tensors have no operand, and what a library's epilogue reads stands for a tensor like the first.
     *
     * @param row the op
     * @param attributes the node's attributes
     * @param count the number of operands
     * @return one parameter per operand
     */
    public static List<OpParameter> operandParameters(OpRow row, Attributes attributes, int count) {
        Set<String> absent = attributes.has(OpParameter.ABSENT)
                ? Set.of(attributes.text(OpParameter.ABSENT).split(" "))
                : Set.of();
        List<OpParameter> present = row.operandParameters().stream()
                .filter(parameter -> !absent.contains(parameter.name()))
                .toList();
        int several = count - present.size();
        Stream<OpParameter> own = present.stream()
                .flatMap(parameter -> parameter.kind() == OpParameter.Kind.TENSORS
                        ? Collections.nCopies(several + 1, parameter).stream()
                        : Stream.of(parameter));
        return attributes.has(Attributes.EPILOGUE)
                ? Stream.concat(own, Collections.nCopies(several, present.get(0)).stream())
                        .toList()
                : own.toList();
    }

    /**
     * The dtype that an op's operands share.
     *
     * @param row the op
     * @param operands its operands; numbers of any dtype
     * @param parameters what they stand for
     * @return the dtype of the first tensor that shares it; of the first number if no tensor does
     */
    static DType shared(OpRow row, List<Node> operands, List<OpParameter> parameters) {
        DType ofNumber = null;
        for (int i = 0; i < operands.size(); i++) {
            if (parameters.get(i).dtype() == OpDtype.SHARED) {
                if (!operands.get(i).isNumber()) {
                    return operands.get(i).dtype();
                }
                ofNumber = ofNumber == null ? operands.get(i).dtype() : ofNumber;
            }
        }
        return ofNumber == null ? ALONE : ofNumber;
    }

    /**
     * The dtype that a number takes as an operand.
     *
     * @param parameter what it stands for
     * @param shared the dtype that the op's operands share
     * @return its dtype
     */
    public static DType number(OpParameter parameter, DType shared) {
        return switch (parameter.dtype()) {
            case BOOL -> DType.BOOL;
            case INDEX, I64 -> DType.I64;
            case I32 -> DType.I32;
            case I8, F32, F32_OR_I64, OWN, ATTRIBUTE -> ALONE;
            case SHARED, SHARED_OR_F32 -> shared;
        };
    }

    /** Checks the operands' dtypes and gives the one that they share. */
    static DType check(OpRow row, List<Node> operands, Attributes attributes) throws TypeException {
        List<OpParameter> parameters = operandParameters(row, attributes, operands.size());
        DType shared = shared(row, operands, parameters);
        for (int i = 0; i < operands.size(); i++) {
            DType dtype = operands.get(i).dtype();
            OpParameter parameter = parameters.get(i);
            Collection<DType> allowed = allowed(row, parameter.dtype(), shared);
            if (!allowed.contains(dtype)) {
                throw new TypeException(
                        Problem.WRONG_DTYPE,
                        i,
                        row.javaName() + " takes " + text(allowed) + " as " + parameter.name() + ", not " + dtype);
            }
            if (parameter.dtype() == OpDtype.SHARED && dtype != shared) {
                throw new TypeException(
                        Problem.DTYPES_DIFFER,
                        i,
                        row.javaName() + " takes operands of one dtype, not " + shared + " and " + dtype);
            }
        }
        return shared;
    }

    private static Collection<DType> allowed(OpRow row, OpDtype dtype, DType shared) {
        return switch (dtype) {
            case SHARED -> row.dtypes().dtypes();
            case SHARED_OR_F32 -> shared.isHalf() ? List.of(shared, DType.F32) : List.of(shared);
            case I8 -> List.of(DType.I8);
            case I32 -> List.of(DType.I32);
            case BOOL -> List.of(DType.BOOL);
            case INDEX -> List.of(DType.I32, DType.I64);
            case I64 -> List.of(DType.I64);
            case F32 -> List.of(DType.F32);
            case F32_OR_I64 -> List.of(DType.F32, DType.I64);
            case ATTRIBUTE, OWN -> DtypeClass.ANY.dtypes();
        };
    }

    /** The dtype of a result. */
    static DType result(OpDtype dtype, DType shared, Attributes attributes) {
        return switch (dtype) {
            case SHARED, SHARED_OR_F32, OWN -> shared;
            case I8 -> DType.I8;
            case I32 -> DType.I32;
            case BOOL -> DType.BOOL;
            case INDEX, I64 -> DType.I64;
            case F32, F32_OR_I64 -> DType.F32;
            case ATTRIBUTE -> DType.byText(attributes.text(Attributes.DTYPE)).orElseThrow();
        };
    }

    /** {@code f32, f64, f16 or bf16}. */
    private static String text(Collection<DType> dtypes) {
        List<String> texts = dtypes.stream().map(DType::text).toList();
        int last = texts.size() - 1;
        return last == 0
                ? texts.get(0)
                : texts.subList(0, last).stream().collect(Collectors.joining(", ")) + " or " + texts.get(last);
    }
}
