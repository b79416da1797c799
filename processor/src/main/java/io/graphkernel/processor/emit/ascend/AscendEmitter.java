package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.KernelTexts;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.tile.RowTiles;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileLowering;
import io.graphkernel.processor.lower.tile.TileResult;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Prints all kernels of a class as one source for Ascend chips. */
public final class AscendEmitter {

    /** The most parameters of a kernel, whichever way it is launched. */
    private static final int MOST_PARAMETERS = 128;

    /** The most calls of a function: what they become has room in the 32 KiB of an instruction cache. */
    private static final int MOST_CALLS = 512;

    private static final Pattern FUNCTION = Pattern.compile("__aicore__");

    private static final Pattern CALL = Pattern.compile("\\w\\(");

    private AscendEmitter() {}

    /**
     * Why a kernel cannot be printed.
     *
     * @param kernel any kernel
     * @param graph the fused graph that it is from
     * @return empty if it can
     */
    public static Optional<Refusal> refusal(Kernel kernel, Graph graph) {
        TileResult lowered = TileLowering.lower(kernel, new Names(graph));
        if (lowered instanceof TileResult.Refused refused) {
            return Optional.of(refused.refusal());
        }
        Node first = kernel.group().nodes().get(0);
        if (kernel.slots() > MOST_PARAMETERS || !fits(lowered)) {
            return Optional.of(new Refusal(first, "its kernel has more operands than a core takes at a time"));
        }
        CodeWriter code = new CodeWriter();
        print(lowered, kernel, code);
        boolean isLong = FUNCTION.splitAsStream(code.toString())
                .anyMatch(function -> CALL.matcher(function).results().count() > MOST_CALLS);
        return isLong
                ? Optional.of(new Refusal(first, "its kernel has more instructions than a core's cache has room for"))
                : Optional.empty();
    }

    /**
     * Why the 310P cannot run a kernel that other chips can.
     *
     * @param kernel one that is not {@linkplain #refusal refused}
     * @param graph the fused graph that it is from
     * @return empty if it can
     */
    public static Optional<Refusal> refusalOn310P(Kernel kernel, Graph graph) {
        return InstructionSet310P.refusal(kernel, TileLowering.lower(kernel, new Names(graph)));
    }

    private static boolean fits(TileResult lowered) {
        return lowered instanceof RowTiles rows
                ? RowTile.fits(rows)
                : UnifiedBuffer.of((TileKernel) lowered).tile() > 0;
    }

    private static void print(TileResult tiles, Kernel kernel, CodeWriter code) {
        if (tiles instanceof RowTiles rows) {
            new RowPrinter(code).print(kernel, rows);
        } else {
            new AscendPrinter(code, (TileKernel) tiles).print(kernel);
        }
    }

    /** As {@link #kernels(KernelTable, Map)}, without the facts. */
    public static Map<String, String> kernels(KernelTable table) {
        return kernels(table, new HashMap<>());
    }

    /**
     * Prints the kernels one by one.
     *
     * @param table the class's kernels, none of which is {@linkplain #refusal refused}
     * @param facts receives what each takes of a chip, by its name
     * @return the text of each distinct kernel by its name, in the order of the file
     */
    public static Map<String, String> kernels(KernelTable table, Map<String, Map<String, String>> facts) {
        return KernelTexts.print(table, (kernel, names, code) -> {
            TileResult tiles = TileLowering.lower(kernel, names);
            print(tiles, kernel, code);
            facts.put(kernel.name(), KernelFacts.of(kernel, tiles, names));
        });
    }

    /**
     * Puts printed kernels into one file.
     *
     * @param className the Java class, for the heading
     * @param kernels what {@link #kernels} gave for its kernels
     * @return Ascend C; its kernels have the names of {@link Kernel#functions()}
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
        RowFunctions.print(code, kernels.values());
        kernels.values().forEach(code::append);
        return code.toString();
    }

    /** What sizes are computed with. */
    private static void dimFunction(CodeWriter code, String name, String value) {
        code.open("__aicore__ inline int64_t gk_dim_%s(int64_t a, int64_t b)", name);
        code.line("return " + value + ";");
        code.close();
    }
}
