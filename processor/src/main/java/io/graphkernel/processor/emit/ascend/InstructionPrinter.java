package io.graphkernel.processor.emit.ascend;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Printer of instructions on contiguous elements. */
final class InstructionPrinter {

    private final CodeWriter code;

    InstructionPrinter(CodeWriter code) {
        this.code = code;
    }

    /**
     * Prints an instruction.
     *
     * @param instruction an instruction on operands of equal shapes
     * @param name identifier of a buffer's tensor
     * @param count number of elements
     */
    void print(Instruction instruction, Function<LocalBuffer, String> name, String count) {
        Optional<String> function = function(instruction.operation());
        if (function.isPresent()) {
            call(function.get(), instruction, name, count);
            return;
        }
        String call = new InstructionCallPrinter(instruction, name, count).print();
        code.line("%s;%s", call, comment(instruction.origin()));
    }

    /** Returns the prelude function of an operation without an instruction. */
    private static Optional<String> function(Operation operation) {
        return switch (operation) {
            case SPLIT_INT64 -> Optional.of("gk_half");
            case JOIN_INT64 -> Optional.of("gk_join");
            case RANDOM -> Optional.of("gk_random");
            default -> Optional.empty();
        };
    }

    private void call(String function, Instruction instruction, Function<LocalBuffer, String> name, String count) {
        List<String> operands = new ArrayList<>(List.of(name.apply(instruction.target())));
        instruction.sources().forEach(source -> operands.add(name.apply(source)));
        instruction.number().ifPresent(which -> operands.add(AscendTypes.number(which, DataType.I32)));
        operands.add(count);
        call(function, operands, instruction);
    }

    /** Prints a call of an Ascend C or prelude function, with the source position in a comment. */
    void call(String function, List<String> operands, Instruction instruction) {
        code.line("%s(%s);%s", function, String.join(", ", operands), comment(instruction.origin()));
    }

    /**
     * Returns a comment with a source position, by which messages about the generated source are traced back to Java.
     */
    static String comment(Origin origin) {
        return origin.line() == 0 ? "" : " // " + origin;
    }
}
