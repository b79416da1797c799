package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import java.util.ArrayList;
import java.util.List;
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
        if (instruction.operation() == Operation.HALF || instruction.operation() == Operation.JOIN) {
            halves(instruction, name, count);
            return;
        }
        String call = new InstructionCall(instruction, name, count).print();
        code.line("%s;%s", call, comment(instruction.origin()));
    }

    /** Elements of 64 bits to and from their halves. */
    private void halves(Instruction instruction, Function<Place, String> name, String count) {
        List<String> operands = new ArrayList<>(List.of(name.apply(instruction.target())));
        instruction.sources().forEach(source -> operands.add(name.apply(source)));
        instruction.number().ifPresent(which -> operands.add(AscendTypes.number(which, DType.I32)));
        operands.add(count);
        call(instruction.operation() == Operation.HALF ? "gk_half" : "gk_join", operands, instruction);
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
