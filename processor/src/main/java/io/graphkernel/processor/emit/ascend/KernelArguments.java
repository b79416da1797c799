package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What every kernel begins with: what the caller gives. */
final class KernelArguments {

    private KernelArguments() {}

    /** Opens a function. */
    static void begin(CodeWriter code, String name, Kernel kernel, Origin origin) {
        code.open("extern \"C\" __global__ __aicore__ void %s(%s)", name, parameters(kernel));
        // As the names are, since tools of toolkits look for them.
        code.line("#ifdef %s", CopyFunctions.IS_310P);
        code.line("KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AICORE);");
        code.line("#else");
        code.line("KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);");
        code.line("#endif%s", InstructionPrinter.comment(origin));
    }

    /** Opens a function that others call with what they were given. */
    static void beginInline(CodeWriter code, String name, Kernel kernel) {
        code.open("__aicore__ inline void %s(%s)", name, parameters(kernel));
    }

    /** What a function was given, as operands of a call. */
    static String all(Kernel kernel) {
        return IntStream.range(0, kernel.slots())
                .mapToObj(slot -> "slot" + slot)
                .collect(Collectors.joining(", "));
    }

    /** All have 8 bytes, so that the layout of the block of arguments can never differ. */
    private static String parameters(Kernel kernel) {
        Set<Integer> addresses = Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                .map(Buffer::slot)
                .collect(Collectors.toSet());
        return IntStream.range(0, kernel.slots())
                .mapToObj(slot -> (addresses.contains(slot) ? "GM_ADDR" : "int64_t") + " slot" + slot)
                .collect(Collectors.joining(", "));
    }

    /** Declares a number that the caller gives. */
    static void declare(CodeWriter code, Statement.Let let) {
        String name = let.variable().name();
        if (!(let.variable().type() instanceof Type.Value value)) {
            code.line("const int64_t %s = %s;", name, AscendTypes.whole(let.value()));
            return;
        }
        // Integers of 8 bits and masks are passed as integers of 32.
        DType passed = value.dtype().byteSize() == 1 ? DType.I32 : value.dtype().computed();
        DType computed = value.dtype() == DType.BOOL ? passed : TileKernel.computed(value.dtype());
        String type = AscendTypes.element(computed);
        String number = AscendTypes.number(let.value(), passed);
        code.line("const %s %s = %s;", type, name, computed == passed ? number : "(" + type + ") (" + number + ")");
    }

    /** Declares a tensor in the memory of the device. */
    static void declare(CodeWriter code, Transfer transfer) {
        String type = AscendTypes.element(transfer.dtype());
        String offset =
                transfer.offset().equals(Code.size(Dim.ZERO)) ? "" : " + " + AscendTypes.whole(transfer.offset());
        code.line("AscendC::GlobalTensor<%s> %s;", type, transfer.name());
        code.line("%s.SetGlobalBuffer((__gm__ %s *) slot%d%s);", transfer.name(), type, transfer.slot(), offset);
    }
}
