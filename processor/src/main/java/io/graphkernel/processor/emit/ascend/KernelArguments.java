package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
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
        code.line("KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);%s", InstructionPrinter.comment(origin));
    }

    /** All have 8 bytes, so that the layout of the block of arguments can never differ. */
    private static String parameters(Kernel kernel) {
        Set<Integer> addresses = Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                .map(Buffer::slot)
                .collect(Collectors.toSet());
        return IntStream.range(0, kernel.layout().slots())
                .mapToObj(slot -> (addresses.contains(slot) ? "GM_ADDR" : "int64_t") + " slot" + slot)
                .collect(Collectors.joining(", "));
    }

    /** Declares a number that the caller gives. */
    static void declare(CodeWriter code, Statement.Let let) {
        boolean isValue = let.variable().type() instanceof Type.Value;
        DType dtype = isValue ? ((Type.Value) let.variable().type()).dtype().computed() : DType.I64;
        String type = isValue ? AscendTypes.element(dtype) : "int64_t";
        String value = isValue ? AscendTypes.number(let.value(), dtype) : AscendTypes.whole(let.value());
        code.line("const %s %s = %s;", type, let.variable().name(), value);
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
