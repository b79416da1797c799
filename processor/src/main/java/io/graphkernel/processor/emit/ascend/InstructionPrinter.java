package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
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
        String call = new InstructionCall(instruction, name, count).print();
        code.line("%s;%s", call, comment(instruction.origin()));
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
