package io.graphkernel.processor.emit.ascend;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Printer of kernel signatures and arguments. */
final class KernelSignaturePrinter {

    private KernelSignaturePrinter() {}

    /** Opens a kernel. */
    static void begin(CodeWriter code, String name, ScheduledKernel kernel, Origin origin) {
        code.open("extern \"C\" __global__ __aicore__ void %s(%s)", name, parameters(kernel));
        // Uses the literal names, because tools of the toolkits search for them.
        code.line("#ifdef %s", CopyPrelude.IS_310P);
        code.line("KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AICORE);");
        code.line("#else");
        code.line("KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);");
        code.line("#endif%s", InstructionPrinter.comment(origin));
    }

    /** Opens an inline function with the kernel's parameters. */
    static void beginInline(CodeWriter code, String name, ScheduledKernel kernel) {
        code.open("__aicore__ inline void %s(%s)", name, parameters(kernel));
    }

    /** Returns the kernel's parameters as arguments of a call. */
    static String allArguments(ScheduledKernel kernel) {
        return IntStream.range(0, kernel.slots())
                .mapToObj(slot -> "slot" + slot)
                .collect(Collectors.joining(", "));
    }

    /** Returns the parameters. All have 8 bytes, so that the layout of the argument block is unambiguous. */
    private static String parameters(ScheduledKernel kernel) {
        Set<Integer> addresses = Stream.concat(kernel.buffers().inputs().stream(), kernel.buffers().outputs().stream())
                .map(Buffer::slot)
                .collect(Collectors.toSet());
        return IntStream.range(0, kernel.slots())
                .mapToObj(slot -> (addresses.contains(slot) ? "GM_ADDR" : "int64_t") + " slot" + slot)
                .collect(Collectors.joining(", "));
    }

    /** Declares a scalar argument. */
    static void declare(CodeWriter code, Statement.Declare declaration) {
        String name = declaration.variable().name();
        if (!(declaration.variable().type() instanceof Type.ScalarType value)) {
            code.line("const int64_t %s = %s;", name, AscendTypes.integer(declaration.value()));
            return;
        }
        // 8-bit integers and masks are passed as 32-bit integers.
        DataType passed =
                value.dtype().byteSize() == 1 ? DataType.I32 : value.dtype().computeType();
        DataType computed = value.dtype() == DataType.BOOL ? passed : TileKernel.computed(value.dtype());
        String type = AscendTypes.element(computed);
        String number = AscendTypes.number(declaration.value(), passed);
        code.line("const %s %s = %s;", type, name, computed == passed ? number : "(" + type + ") (" + number + ")");
    }

    /** Declares a tensor in device memory. */
    static void declare(CodeWriter code, Transfer transfer) {
        String type = AscendTypes.element(transfer.dtype());
        String offset = transfer.offset().equals(CodeBuilder.size(Dim.ZERO))
                ? ""
                : " + " + AscendTypes.integer(transfer.offset());
        code.line("AscendC::GlobalTensor<%s> %s;", type, transfer.name());
        code.line("%s.SetGlobalBuffer((__gm__ %s *) slot%d%s);", transfer.name(), type, transfer.slot(), offset);
    }
}
