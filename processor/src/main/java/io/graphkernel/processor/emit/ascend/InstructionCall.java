package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** An instruction as a call of the basic interface of Ascend C. */
final class InstructionCall {

    /** What a vector instruction takes at a time: comparisons leave out what fills no whole one. */
    private static final int REPEAT_BYTES = 256;

    private final Instruction instruction;
    private final Operation operation;
    private final Function<Place, String> names;
    private final String count;

    /**
     * A call.
     *
     * @param instruction what it does
     * @param names what places are called
     * @param count how many elements there are
     */
    InstructionCall(Instruction instruction, Function<Place, String> names, String count) {
        this.instruction = instruction;
        this.operation = instruction.operation();
        this.names = names;
        this.count = count;
    }

    /** The call. */
    String print() {
        List<String> operands = new ArrayList<>();
        places().map(this::operand).forEach(operands::add);
        instruction.number().map(this::number).ifPresent(operands::add);
        operands.addAll(mode());
        operands.add(elements());
        return "AscendC::%s(%s)".formatted(function(), String.join(", ", operands));
    }

    private Stream<Place> places() {
        return Stream.concat(Stream.of(instruction.target()), instruction.sources().stream());
    }

    private String function() {
        return function(operation, instruction.number().isPresent());
    }

    /** The function of an operation on operands one after the other, the last of which may be a number. */
    static String function(Operation operation, boolean hasNumber) {
        return switch (operation) {
            case ADD -> hasNumber ? "Adds" : "Add";
            case SUBTRACT -> hasNumber ? "Adds" : "Sub";
            case MULTIPLY -> hasNumber ? "Muls" : "Mul";
            case DIVIDE -> "Div";
            case MAXIMUM -> hasNumber ? "Maxs" : "Max";
            case MINIMUM -> hasNumber ? "Mins" : "Min";
            case EXPONENTIAL -> "Exp";
            case LOGARITHM -> "Ln";
            case SQUARE_ROOT -> "Sqrt";
            case ABSOLUTE -> "Abs";
            case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL -> hasNumber ? "CompareScalar" : "Compare";
            case SELECT -> "Select";
            case AND -> "And";
            case OR -> "Or";
            case NOT -> "Not";
            case FILL -> "Duplicate";
            case COPY -> "DataCopy";
            case REPEAT -> "Brcb";
            case SHIFT_RIGHT -> "ShiftRight";
            case HALF, JOIN, RANDOM, SPREAD, ARRANGE, SEPARATE, CLEAR, COUNT, SUM_UP, MULTIPLY_UP ->
                throw new IllegalStateException("no instruction does " + operation + " alone");
            case CONVERT, TRUNCATE, ROUND_TO_EVEN, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO -> "Cast";
        };
    }

    /** Instructions on bits take units of 16 of them. */
    private boolean takesBits() {
        boolean fillsMask = operation == Operation.FILL && instruction.target().dtype() == DType.BOOL;
        return fillsMask || operation == Operation.AND || operation == Operation.OR || operation == Operation.NOT;
    }

    private String operand(Place place) {
        return takesBits() ? names.apply(place) + ".ReinterpretCast<uint16_t>()" : names.apply(place);
    }

    /** It has the dtype of the elements that it is an operand with. */
    private String number(Expression number) {
        DType dtype = places().reduce((first, last) -> last).orElseThrow().dtype();
        if (operation == Operation.SUBTRACT) {
            return AscendTypes.negative(number, dtype);
        }
        return AscendTypes.number(number, dtype);
    }

    private String elements() {
        DType dtype = instruction.target().dtype();
        if (takesBits()) {
            return dtype == DType.BOOL ? over(count, Short.SIZE) : count + " * " + dtype.byteSize() / Short.BYTES;
        }
        if (operation == Operation.COPY) {
            return whole(UnifiedBuffer.BLOCK_BYTES / dtype.byteSize());
        }
        return operation.isComparison()
                ? whole(REPEAT_BYTES / instruction.sources().get(0).dtype().byteSize())
                : count;
    }

    private String whole(int unit) {
        return over(count, unit) + " * " + unit;
    }

    private static String over(String count, int unit) {
        return "(" + count + " + " + (unit - 1) + ") / " + unit;
    }

    private List<String> mode() {
        if (operation.isComparison()) {
            return List.of("AscendC::CMPMODE::" + comparison());
        }
        if (operation == Operation.SELECT) {
            String other = instruction.number().isPresent() ? "SCALAR" : "TENSOR";
            return List.of("AscendC::SELMODE::VSEL_TENSOR_" + other + "_MODE");
        }
        return function().equals("Cast") ? List.of(rounding()) : List.of();
    }

    private String comparison() {
        return switch (operation) {
            case LESS -> "LT";
            case LESS_EQUAL -> "LE";
            case GREATER -> "GT";
            case GREATER_EQUAL -> "GE";
            case EQUAL -> "EQ";
            default -> "NE";
        };
    }

    private String rounding() {
        if (operation == Operation.CONVERT && hasOtherNames()) {
            return CopyFunctions.NEAREST;
        }
        return "AscendC::RoundMode::"
                + switch (operation) {
                    case ROUND_DOWN -> "CAST_FLOOR";
                    case ROUND_UP -> "CAST_CEIL";
                    case ROUND_TO_ZERO, TRUNCATE -> "CAST_TRUNC";
                    case ROUND_TO_EVEN -> "CAST_RINT";
                    default -> isExact() ? "CAST_NONE" : "CAST_RINT";
                };
    }

    /** Whether chips call the rounding to nearest even by other names. */
    private boolean hasOtherNames() {
        DType from = instruction.sources().get(0).dtype();
        DType to = instruction.target().dtype();
        return from == DType.I32 && to == DType.F32 || from == DType.F16 && to.byteSize() == 1;
    }

    /** From what to what each chip has a mode without a rounding, or the only one of that name. */
    private boolean isExact() {
        DType from = instruction.sources().get(0).dtype();
        DType to = instruction.target().dtype();
        boolean widens = from.byteSize() < to.byteSize() && from.byteSize() < Float.BYTES
                || from == DType.I32 && to == DType.I64;
        return widens || from == DType.F32 && to == DType.F16 || from == DType.I64 && to == DType.I32;
    }
}
