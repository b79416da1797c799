package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Dtype rules for operands and results. Without promotion: operands that share a dtype must have equal dtypes. */
public final class DtypeRules {

    /** Dtype of a number without a tensor operand. */
    private static final DataType ALONE = DataType.F32;

    private DtypeRules() {}

    /**
     * Returns the parameter of each operand. All operands of a variadic op have the same parameter. Absent optional
     * tensors have no operand. Operands of a library epilogue are typed like the first tensor.
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
     * Returns the dtype that an op's operands share.
     *
     * @param row the op
     * @param operands its operands; numbers of any dtype
     * @param parameters parameters of the operands
     * @return dtype of the first tensor that shares it, or else of the first number
     */
    static DataType shared(OpRow row, List<Node> operands, List<OpParameter> parameters) {
        DataType ofNumber = null;
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
     * Returns the dtype of a number as an operand.
     *
     * @param row the op
     * @param parameter parameter of the number
     * @param shared the dtype that the op's operands share
     * @param attributes attributes of the op
     * @return its dtype
     */
    public static DataType number(OpRow row, OpParameter parameter, DataType shared, Attributes attributes) {
        return switch (parameter.dtype()) {
            case BOOL -> DataType.BOOL;
            case INDEX, I64 -> DataType.I64;
            case I32 -> DataType.I32;
            case ATTRIBUTE -> attribute(row, attributes) == DataType.F64 ? DataType.F64 : ALONE;
            case I8, F32, F32_OR_I64, SAME_WIDTH -> ALONE;
            case SHARED, SHARED_OR_F32, OWN ->
                WideExpansion.computesNumber(row, parameter) ? shared.computeType() : shared;
        };
    }

    /** Checks the operands' dtypes and returns the one that they share. */
    static DataType check(OpRow row, List<Node> operands, Attributes attributes) throws TypeException {
        List<OpParameter> parameters = operandParameters(row, attributes, operands.size());
        DataType shared = shared(row, operands, parameters);
        for (int i = 0; i < operands.size(); i++) {
            DataType dtype = operands.get(i).dtype();
            OpParameter parameter = parameters.get(i);
            boolean wide = operands.get(i).isNumber() && dtype == number(row, parameter, shared, attributes);
            Collection<DataType> allowed = allowed(row, parameter.dtype(), shared);
            if (!allowed.contains(dtype)) {
                throw new TypeException(
                        Problem.WRONG_DTYPE,
                        i,
                        row.javaName() + " takes " + text(allowed) + " as " + parameter.name() + ", not " + dtype);
            }
            if (parameter.dtype() == OpDtype.SHARED && dtype != shared && !wide) {
                throw new TypeException(
                        Problem.DTYPES_DIFFER,
                        i,
                        row.javaName() + " takes operands of one dtype, not " + shared + " and " + dtype);
            }
        }
        requireComputed(row, attributes);
        return shared;
    }

    /** Rejects an attribute by which an op that computes would have a result of a dtype that is only stored. */
    private static void requireComputed(OpRow row, Attributes attributes) throws TypeException {
        boolean selects = row.parameters().stream().anyMatch(parameter -> parameter.kind() == OpParameter.Kind.DTYPE);
        if (selects && attribute(row, attributes).isStorageOnly() && row.dtypes() != DtypeClass.STORED) {
            throw TypeException.ofArgument(
                    Attributes.DTYPE,
                    row.javaName() + " does not compute " + attribute(row, attributes) + ", which is only stored",
                    "cast a result of another dtype");
        }
    }

    private static Collection<DataType> allowed(OpRow row, OpDtype dtype, DataType shared) {
        return switch (dtype) {
            case SHARED -> row.dtypes().dtypes();
            case SHARED_OR_F32 -> shared.isHalf() ? List.of(shared, DataType.F32) : List.of(shared);
            case I8 -> List.of(DataType.I8);
            case I32 -> List.of(DataType.I32);
            case BOOL -> List.of(DataType.BOOL);
            case INDEX -> List.of(DataType.I32, DataType.I64);
            case I64 -> List.of(DataType.I64);
            case F32 -> List.of(DataType.F32);
            case F32_OR_I64 -> List.of(DataType.F32, DataType.I64);
            case ATTRIBUTE, SAME_WIDTH, OWN ->
                row.dtypes() == DtypeClass.STORED ? DtypeClass.STORED.dtypes() : DtypeClass.ANY.dtypes();
        };
    }

    /**
     * Returns the dtype of an op's first result.
     *
     * @throws TypeException if the attribute {@code dtype} is not the one with the bits of the operands
     */
    static DataType result(OpRow row, DataType shared, Attributes attributes) throws TypeException {
        return switch (row.results().get(0).dtype()) {
            case SHARED, SHARED_OR_F32, OWN -> shared;
            case I8 -> DataType.I8;
            case I32 -> DataType.I32;
            case BOOL -> DataType.BOOL;
            case INDEX, I64 -> DataType.I64;
            case F32, F32_OR_I64 -> DataType.F32;
            case ATTRIBUTE -> attribute(row, attributes);
            case SAME_WIDTH -> {
                DataType dtype = attribute(row, attributes);
                if (dtype.byteSize() != shared.byteSize()) {
                    throw new TypeException(
                            Problem.BAD_ATTRIBUTE,
                            -1,
                            row.javaName() + " of " + shared + " results in a dtype of " + shared.byteSize()
                                    + " bytes, not " + dtype);
                }
                yield dtype;
            }
        };
    }

    /** Returns the dtype of an attribute, or its default in the row. */
    private static DataType attribute(OpRow row, Attributes attributes) {
        String dtype = attributes.has(Attributes.DTYPE)
                ? attributes.text(Attributes.DTYPE)
                : (String) row.parameter(Attributes.DTYPE).defaultValue().orElseThrow();
        return DataType.byText(dtype).orElseThrow();
    }

    /**
     * Returns the integer dtype of the width of a float, or the float of the width of an integer.
     *
     * @param dtype f32, f64, i32 or i64
     * @return the other dtype with its bits
     */
    public static DataType sameWidth(DataType dtype) {
        return switch (dtype) {
            case F32 -> DataType.I32;
            case F64 -> DataType.I64;
            case I32 -> DataType.F32;
            case I64 -> DataType.F64;
            default -> throw new IllegalArgumentException(dtype.text());
        };
    }

    /** Returns {@code f32, f64, f16 or bf16}. */
    private static String text(Collection<DataType> dtypes) {
        List<String> texts = dtypes.stream().map(DataType::text).toList();
        int last = texts.size() - 1;
        return last == 0
                ? texts.get(0)
                : texts.subList(0, last).stream().collect(Collectors.joining(", ")) + " or " + texts.get(last);
    }
}
