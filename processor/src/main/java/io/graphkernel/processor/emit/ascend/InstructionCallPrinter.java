package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Printer of an instruction as a call of the basic API of Ascend C. */
final class InstructionCallPrinter {

    private final Instruction instruction;
    private final Operation operation;
    private final Function<LocalBuffer, String> names;
    private final String count;

    /**
     * Creates a printer of a call.
     *
     * @param instruction the instruction
     * @param names identifiers of buffers
     * @param count number of elements
     */
    InstructionCallPrinter(Instruction instruction, Function<LocalBuffer, String> names, String count) {
        this.instruction = instruction;
        this.operation = instruction.operation();
        this.names = names;
        this.count = count;
    }

    /** Returns the call. */
    String print() {
        List<String> operands = new ArrayList<>();
        places().map(this::operand).forEach(operands::add);
        instruction.number().map(this::number).ifPresent(operands::add);
        operands.addAll(mode());
        operands.add(elements());
        return "AscendC::%s(%s)".formatted(function(), String.join(", ", operands));
    }

    private Stream<LocalBuffer> places() {
        return Stream.concat(Stream.of(instruction.target()), instruction.sources().stream());
    }

    private String function() {
        return function(operation, instruction.number().isPresent());
    }

    /** Returns the function of an operation on contiguous operands, the last of which may be a number. */
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
            case FILL_BLOCKS -> "Brcb";
            case SHIFT_RIGHT -> "ShiftRight";
            case SPLIT_INT64,
                    JOIN_INT64,
                    RANDOM,
                    BROADCAST,
                    REPACK,
                    EXPAND_TO_BLOCKS,
                    ZERO_MISSING_SLICES,
                    IOTA,
                    CUMULATIVE_SUM,
                    CUMULATIVE_PRODUCT ->
                throw new IllegalStateException("no instruction does " + operation + " alone");
            case CONVERT, TRUNCATE, ROUND_TO_EVEN, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO -> "Cast";
        };
    }

    /** Returns true if the instruction processes bits, in units of 16. */
    private boolean takesBits() {
        boolean fillsMask = operation == Operation.FILL && instruction.target().dtype() == DataType.BOOL;
        return fillsMask || operation == Operation.AND || operation == Operation.OR || operation == Operation.NOT;
    }

    private String operand(LocalBuffer buffer) {
        return takesBits() ? names.apply(buffer) + ".ReinterpretCast<uint16_t>()" : names.apply(buffer);
    }

    /** Returns a number in the dtype of the other operands. */
    private String number(Expression number) {
        DataType dtype = places().reduce((first, last) -> last).orElseThrow().dtype();
        if (operation == Operation.SUBTRACT) {
            return AscendTypes.negative(number, dtype);
        }
        return AscendTypes.number(number, dtype);
    }

    private String elements() {
        DataType dtype = instruction.target().dtype();
        if (takesBits()) {
            return dtype == DataType.BOOL ? over(count, Short.SIZE) : count + " * " + dtype.byteSize() / Short.BYTES;
        }
        if (operation == Operation.COPY) {
            return roundedUp(AscendModel.DEFAULT.memory().blockBytes() / dtype.byteSize());
        }
        return operation.isComparison()
                ? roundedUp(AscendModel.DEFAULT.vector().repeatBytes()
                        / instruction.sources().get(0).dtype().byteSize())
                : count;
    }

    private String roundedUp(int unit) {
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
            return CopyPrelude.NEAREST;
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

    /** Returns true if the name of the rounding mode to nearest even depends on the chip. */
    private boolean hasOtherNames() {
        DataType from = instruction.sources().get(0).dtype();
        DataType to = instruction.target().dtype();
        return from == DataType.I32 && to == DataType.F32 || from == DataType.F16 && to.byteSize() == 1;
    }

    /** Returns true if every chip has an exact mode for the conversion, or a single mode of that name. */
    private boolean isExact() {
        DataType from = instruction.sources().get(0).dtype();
        DataType to = instruction.target().dtype();
        boolean widens = from.byteSize() < to.byteSize() && from.byteSize() < Float.BYTES
                || from == DataType.I32 && to == DataType.I64;
        return widens || from == DataType.F32 && to == DataType.F16 || from == DataType.I64 && to == DataType.I32;
    }
}
