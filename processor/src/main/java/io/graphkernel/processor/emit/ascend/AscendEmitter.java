package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.KernelSourcePrinter;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileLowering;
import io.graphkernel.processor.lower.tile.TileLoweringResult;
import io.graphkernel.processor.lower.tile.TileLoweringResult.RowKernelVariants;
import io.graphkernel.processor.lower.tile.memory.RowMemoryLayout;
import io.graphkernel.processor.lower.tile.memory.TileMemoryLayout;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.UnsupportedReason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Emitter of all kernels of a class as one Ascend C source. */
public final class AscendEmitter {

    private static final AscendModel.Kernels LIMITS = AscendModel.DEFAULT.kernels();

    private static final Pattern FUNCTION = Pattern.compile("__aicore__");

    private static final Pattern CALL = Pattern.compile("\\w\\(");

    private AscendEmitter() {}

    /**
     * Returns the reason why a kernel is unsupported. A recurrence is launched once per iteration.
     *
     * @param scheduled any kernel
     * @param graph the fused graph of its method
     * @return empty if it is supported
     */
    public static Optional<UnsupportedReason> unsupportedReason(ScheduledKernel scheduled, Graph graph) {
        if (scheduled.isAttention()) {
            return Optional.of(new UnsupportedReason(
                    scheduled.group().nodes().get(0),
                    "aclnn's attention takes no function of the score that does more than add to it"));
        }
        ScheduledKernel kernel = scheduled.perIteration();
        TileLoweringResult lowered = TileLowering.lower(kernel, new KernelNames(graph));
        if (lowered instanceof TileLoweringResult.Unsupported unsupported) {
            return Optional.of(unsupported.reason());
        }
        Node first = kernel.group().nodes().get(0);
        if (kernel.slots() > LIMITS.maxParameters() || !fits(lowered)) {
            return Optional.of(
                    new UnsupportedReason(first, "its kernel has more operands than a core takes at a time"));
        }
        CodeWriter code = new CodeWriter();
        print(lowered, kernel, code);
        boolean isLong = FUNCTION.splitAsStream(code.toString())
                .anyMatch(function -> CALL.matcher(function).results().count() > LIMITS.maxCallsPerFunction());
        return isLong
                ? Optional.of(new UnsupportedReason(
                        first, "its kernel has more instructions than a core's cache has room for"))
                : Optional.empty();
    }

    /**
     * Returns the reason why the 310P cannot run a kernel that other chips can.
     *
     * @param kernel a {@linkplain #unsupportedReason supported} kernel
     * @param graph the fused graph of its method
     * @return empty if the chip can run it
     */
    public static Optional<UnsupportedReason> unsupportedReasonOn310P(ScheduledKernel kernel, Graph graph) {
        ScheduledKernel launched = kernel.perIteration();
        return Ascend310PSupport.unsupportedReason(launched, TileLowering.lower(launched, new KernelNames(graph)));
    }

    private static boolean fits(TileLoweringResult lowered) {
        return lowered instanceof RowKernelVariants rows
                ? RowMemoryLayout.fits(rows)
                : TileMemoryLayout.of((TileKernel) lowered).tile() > 0;
    }

    private static void print(TileLoweringResult tiles, ScheduledKernel kernel, CodeWriter code) {
        if (tiles instanceof RowKernelVariants rows) {
            new RowKernelPrinter(code).print(kernel, rows);
        } else {
            new TileKernelPrinter(code, (TileKernel) tiles).print(kernel);
        }
    }

    /** As {@link #kernels(KernelTable, Map)}, without the resource usage. */
    public static Map<String, String> kernels(KernelTable table) {
        return kernels(table, new HashMap<>());
    }

    /**
     * Prints the kernels one by one.
     *
     * @param table the class's kernels, all of them {@linkplain #unsupportedReason supported}
     * @param resourceUsage receives each kernel's resource usage, by its name
     * @return the source of each distinct kernel by its name, in file order
     */
    public static Map<String, String> kernels(KernelTable table, Map<String, Map<String, String>> resourceUsage) {
        return KernelSourcePrinter.print(table, (scheduled, names, code) -> {
            ScheduledKernel kernel = scheduled.perIteration();
            TileLoweringResult tiles = TileLowering.lower(kernel, names);
            print(tiles, kernel, code);
            resourceUsage.put(kernel.name(), KernelResourceUsage.of(kernel, tiles, names));
        });
    }

    /**
     * Joins printed kernels to one file.
     *
     * @param className the Java class, for the header comment
     * @param kernels the result of {@link #kernels}
     * @return Ascend C, whose kernels have the names of {@link ScheduledKernel#functions()}
     */
    public static String file(String className, Map<String, String> kernels) {
        CodeWriter code = new CodeWriter();
        code.line("/* The Ascend kernels of %s. Generated from its @GraphKernel methods. */", className);
        code.line("#include \"kernel_operator.h\"");
        code.blank();
        dimFunction(code, "min", "a < b ? a : b");
        dimFunction(code, "max", "a > b ? a : b");
        dimFunction(code, "floorDiv", "a / b - (a % b != 0 && (a < 0) != (b < 0))");
        code.blank();
        RowPrelude.print(code, kernels.values());
        kernels.values().forEach(code::append);
        return code.toString();
    }

    /** Prints a function on sizes. */
    private static void dimFunction(CodeWriter code, String name, String value) {
        code.open("__aicore__ inline int64_t gk_dim_%s(int64_t a, int64_t b)", name);
        code.line("return " + value + ";");
        code.close();
    }
}
