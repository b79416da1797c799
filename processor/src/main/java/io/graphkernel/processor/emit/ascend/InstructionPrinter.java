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
        Optional<String> function = function(instruction.operation());
        if (function.isPresent()) {
            call(function.get(), instruction, name, count);
            return;
        }
        String call = new InstructionCall(instruction, name, count).print();
        code.line("%s;%s", call, comment(instruction.origin()));
    }

    /** What no instruction of the chip does alone. */
    private static Optional<String> function(Operation operation) {
        return switch (operation) {
            case HALF -> Optional.of("gk_half");
            case JOIN -> Optional.of("gk_join");
            case RANDOM -> Optional.of("gk_random");
            default -> Optional.empty();
        };
    }

    private void call(String function, Instruction instruction, Function<Place, String> name, String count) {
        List<String> operands = new ArrayList<>(List.of(name.apply(instruction.target())));
        instruction.sources().forEach(source -> operands.add(name.apply(source)));
        instruction.number().ifPresent(which -> operands.add(AscendTypes.number(which, DType.I32)));
        operands.add(count);
        call(function, operands, instruction);
    }

    /** Prints a call of a function of Ascend C, or of the head of the file, with the line of Java that it is for. */
    void call(String function, List<String> operands, Instruction instruction) {
        code.line("%s(%s);%s", function, String.join(", ", operands), comment(instruction.origin()));
    }

    /** The line of the Java file, which a report of the chip or of its model leads to by that of the source. */
    static String comment(Origin origin) {
        return origin.line() == 0 ? "" : " // " + origin;
    }
}
