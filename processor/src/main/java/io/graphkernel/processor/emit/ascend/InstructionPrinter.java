package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Prints instructions on elements one after the other. */
final class InstructionPrinter {

    /** A unit of the unified buffer: copies within it take whole ones. */
    private static final int BLOCK_BYTES = 32;

    private final CodeWriter code;

    InstructionPrinter(CodeWriter code) {
        this.code = code;
    }

    /**
     * Prints an instruction.
     *
     * @param instruction on operands of equal shapes
     * @param name what the tensor of a place is called
     * @param count of its elements
     */
    void print(Instruction instruction, Function<Place, String> name, String count) {
        List<String> operands = new ArrayList<>();
        operands.add(name.apply(instruction.target()));
        instruction.sources().forEach(source -> operands.add(name.apply(source)));
        DType dtype = instruction.target().dtype();
        instruction
                .number()
                .map(number -> instruction.operation() == Operation.SUBTRACT_NUMBER
                        ? AscendTypes.negative(number, dtype)
                        : AscendTypes.number(number, dtype))
                .ifPresent(operands::add);
        rounding(instruction).ifPresent(mode -> operands.add("AscendC::RoundMode::" + mode));
        operands.add(instruction.operation() == Operation.COPY ? wholeBlocks(count, dtype) : count);
        call("AscendC::" + function(instruction.operation()), operands, instruction);
    }

    /** Prints a call of a function of Ascend C, or of the head of the file, with the line of Java that it is for. */
    void call(String function, List<String> operands, Instruction instruction) {
        code.line("%s(%s);%s", function, String.join(", ", operands), comment(instruction.origin()));
    }

    /** The line of the Java file, which a report of the chip or of its model leads to by that of the source. */
    static String comment(Origin origin) {
        return origin.line() == 0 ? "" : " // " + origin;
    }

    /** The function of an operation. */
    static String function(Operation operation) {
        return switch (operation) {
            case ADD -> "Add";
            case SUBTRACT -> "Sub";
            case MULTIPLY -> "Mul";
            case DIVIDE -> "Div";
            case MAXIMUM -> "Max";
            case MINIMUM -> "Min";
            case ADD_NUMBER, SUBTRACT_NUMBER -> "Adds";
            case MULTIPLY_BY_NUMBER -> "Muls";
            case MAXIMUM_WITH_NUMBER -> "Maxs";
            case MINIMUM_WITH_NUMBER -> "Mins";
            case EXPONENTIAL -> "Exp";
            case LOGARITHM -> "Ln";
            case SQUARE_ROOT -> "Sqrt";
            case ABSOLUTE -> "Abs";
            case FILL -> "Duplicate";
            case COPY -> "DataCopy";
            case REPEAT -> "Brcb";
            case SPREAD -> throw new IllegalStateException("the operands have one shape");
            case CONVERT, ROUND_TO_EVEN, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO -> "Cast";
        };
    }

    private static String wholeBlocks(String count, DType dtype) {
        int unit = BLOCK_BYTES / dtype.byteSize();
        return "(" + count + " + " + (unit - 1) + ") / " + unit + " * " + unit;
    }

    /** How a Cast rounds. {@code CAST_NONE} rounds to nearest even; to bf16 that mode is called {@code CAST_RINT}. */
    private static Optional<String> rounding(Instruction instruction) {
        return switch (instruction.operation()) {
            case CONVERT -> Optional.of(instruction.target().dtype() == DType.BF16 ? "CAST_RINT" : "CAST_NONE");
            case ROUND_TO_EVEN -> Optional.of("CAST_RINT");
            case ROUND_DOWN -> Optional.of("CAST_FLOOR");
            case ROUND_UP -> Optional.of("CAST_CEIL");
            case ROUND_TO_ZERO -> Optional.of("CAST_TRUNC");
            default -> Optional.empty();
        };
    }
}
