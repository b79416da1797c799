package io.graphkernel.processor.toolchain;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.common.cann.KnownAnswerKernel;
import io.graphkernel.common.target.GpuModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Build of the built-in kernels of library ops: for GPUs and Ascend a program per op and dtype, for CPUs a library per
 * op with all instruction sets of a platform. A step of the build of module {@code native}, not of a user's build.
 */
public final class LibraryKernelBuild {
    private static final String MATMUL = "matmul";
    private static final String ATTENTION = "attention";
    private static final String ATTENTION_GRADIENT = "attention_gradient";
    private static final String GATHER_GRADIENT = "gather_gradient";
    private static final String SORT_ORDER = "sort_order";
    private static final List<String> OPS = List.of(MATMUL, "conv2d", ATTENTION, ATTENTION_GRADIENT, GATHER_GRADIENT);

    /** Ops with built-in kernels for CPUs. */
    private static final List<String> CPU_OPS =
            List.of(MATMUL, ATTENTION, ATTENTION_GRADIENT, GATHER_GRADIENT, SORT_ORDER);

    /** Sources shared by the kernels of several ops, one per tile size. */
    private static final Map<String, String> SHARED_TEXTS =
            Map.of(ATTENTION, "gk_attention_products.cl", ATTENTION_GRADIENT, "gk_attention_products.cl");

    private static final GpuModel.Library MODEL = GpuModel.DEFAULT.library();

    /**
     * Tile sizes whose 8-byte and 4-byte accumulators fit into registers and local memory; attention has one of its own.
     */
    private static final List<Integer> WIDE_TILES = List.of(MODEL.smallTile());

    private static final List<Integer> NARROW_TILES = List.of(MODEL.smallTile(), MODEL.largeTile());

    /**
     * Dtype of a program.
     *
     * @param element element type in memory
     * @param sum type of products and accumulators
     * @param result element type of the result
     * @param ops ops for the dtype
     */
    private record Dtype(String name, String element, String sum, String result, List<String> ops) {
        boolean isWide() {
            return sum.equals("double");
        }

        /** Returns the architectures whose instructions make the program of an op faster. */
        List<PtxArchitecture> architectures(String op) {
            return PtxArchitecture.of(element.equals("gk_bfloat") || usesTensorCores(op));
        }

        boolean usesTensorCores(String op) {
            return op.equals(MATMUL) && TensorCoreVariant.supportsMatMul(name);
        }

        List<Integer> tiles() {
            return isWide() ? WIDE_TILES : NARROW_TILES;
        }

        /** Returns the text that precedes an op's source. */
        String heading() {
            return "#include \"" + (isWide() ? "graphkernel_gpu_f64.h" : "graphkernel_gpu.h")
                    + "\"\n\n#define GK_ELEMENT " + element + "\n#define GK_SUM " + sum
                    + "\n#define GK_RESULT " + result + "\n#define GK_SUMS_INTEGERS " + (sum.equals("int") ? 1 : 0)
                    + "\n\n";
        }
    }

    private static final List<Dtype> DTYPES = List.of(
            new Dtype("f32", "float", "float", "float", OPS),
            new Dtype("f64", "double", "double", "double", OPS),
            new Dtype("f16", "gk_half", "float", "gk_half", OPS),
            new Dtype("bf16", "gk_bfloat", "float", "gk_bfloat", OPS),
            new Dtype("i8", "gk_int8", "int", "int", List.of(MATMUL)),
            // Its kernel reads all dtypes.
            new Dtype("any", "gk_int8", "int", "int", List.of(SORT_ORDER)));

    /** Ops whose kernels have no tiles. */
    private static final Set<String> UNTILED_OPS = Set.of(GATHER_GRADIENT, SORT_ORDER);

    /** Argument for the libraries of all platforms, which a release has. */
    private static final String ALL_PLATFORMS = "all";

    /** Argument for the libraries of this machine. */
    private static final String HOST = "host";

    /** Ops with built-in kernels for Ascend; CANN's library computes the others. */
    private static final List<String> ASCEND_OPS = List.of(GATHER_GRADIENT);

    /** Element types of Ascend C, by dtype. */
    private static final Map<String, String> ASCEND_ELEMENTS =
            Map.of("f32", "float", "f16", "half", "bf16", "bfloat16_t");

    private LibraryKernelBuild() {}

    /**
     * Writes self-contained {@code <op>_<dtype>.cl} and {@code <op>_<dtype>.asc}, and {@code <op>_<dtype>.ptx} with its
     * variants into a directory, with the libraries {@code gk_<op>} as {@link BridgeBuild} does.
     *
     * @param arguments the directory of the C sources, the output directory, and {@code all} or {@code host}, the
     *     platforms of the libraries
     * @throws IOException if a file cannot be read or written
     * @throws ToolchainException if a source cannot be compiled
     */
    public static void main(String[] arguments) throws IOException, ToolchainException {
        if (arguments.length != 3 || !List.of(ALL_PLATFORMS, HOST).contains(arguments[2])) {
            throw new IllegalArgumentException(
                    "expected three arguments: the directory of sources, the output's, and all or host");
        }
        NativeToolchain toolchain = new NativeToolchain(NativeToolchain.Settings.defaults());
        Path sources = Path.of(arguments[0]);
        Path output = Files.createDirectories(Path.of(arguments[1]));
        Set<Platform> platforms = platforms(arguments[2]);
        List<AsyncTasks.Work<Void>> builds = new ArrayList<>();
        for (String op : CPU_OPS) {
            builds.add(() -> buildLibraries(toolchain, sources, output, op, platforms));
        }
        for (Dtype dtype : DTYPES) {
            for (String op : dtype.ops()) {
                builds.add(() -> buildGpuPrograms(toolchain, sources, output, op, dtype));
            }
        }
        runAll(builds);
        writeAscendPrograms(sources, output);
    }

    private static Set<Platform> platforms(String argument) {
        Optional<Platform> host = Platform.host();
        return argument.equals(HOST) && host.isPresent() ? EnumSet.of(host.get()) : EnumSet.allOf(Platform.class);
    }

    /** Runs tasks, as many at a time as there are processors. */
    private static void runAll(List<AsyncTasks.Work<Void>> tasks) throws IOException, ToolchainException {
        ExecutorService processors =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<CompletableFuture<Void>> pending = tasks.stream()
                    .map(task -> AsyncTasks.start(processors, task))
                    .toList();
            AsyncTasks.await(pending);
            for (CompletableFuture<Void> task : pending) {
                AsyncTasks.result(task);
            }
        } finally {
            processors.shutdown();
        }
    }

    private static Void buildLibraries(
            NativeToolchain toolchain, Path sources, Path output, String op, Set<Platform> platforms)
            throws IOException, ToolchainException {
        String fileName = "gk_" + op + ".c";
        KernelSource source = new KernelSource(op, fileName, read(sources, fileName));
        for (Platform other : Platform.values()) {
            if (!platforms.contains(other)) {
                // That of an earlier build may be of another source.
                BridgeBuild.delete("gk_" + op, other, output);
            }
        }
        Map<Platform, byte[]> libraries = toolchain.buildAll(source, platforms);
        for (Map.Entry<Platform, byte[]> library : libraries.entrySet()) {
            BridgeBuild.write(library.getValue(), "gk_" + op, library.getKey(), output);
        }
        return null;
    }

    private static void writeAscendPrograms(Path sources, Path output) throws IOException {
        for (String op : ASCEND_OPS) {
            String text = read(sources, "gk_" + op + ".asc");
            for (Map.Entry<String, String> element : ASCEND_ELEMENTS.entrySet()) {
                String heading = KnownAnswerKernel.INCLUDE + "\nusing gk_element = " + element.getValue()
                        + ";\nconstexpr int32_t GK_BYTES = " + (element.getKey().equals("f32") ? 4 : 2) + ";\n\n";
                Files.writeString(output.resolve(op + '_' + element.getKey() + ".asc"), heading + text);
            }
        }
    }

    /** Writes the programs of an op and a dtype. */
    private static Void buildGpuPrograms(NativeToolchain toolchain, Path sources, Path output, String op, Dtype dtype)
            throws IOException, ToolchainException {
        String program = op + '_' + dtype.name();
        String text = text(toolchain, sources, op, dtype);
        Files.writeString(output.resolve(program + ".cl"), text);
        for (PtxArchitecture architecture : dtype.architectures(op)) {
            boolean onTensorCores = architecture == TensorCoreVariant.ARCHITECTURE && dtype.usesTensorCores(op);
            String ptx = onTensorCores
                    ? matMulPtx(toolchain, sources, dtype)
                    : toolchain.buildPtx(program + ".cl", text, architecture);
            Files.writeString(output.resolve(architecture.fileName(program)), ptx);
        }
        if (op.equals(ATTENTION) && TensorCoreVariant.supportsAttention(dtype.name())) {
            String stem = TensorCoreVariant.ATTENTION + '_' + dtype.name();
            String ptx = attentionPtx(toolchain, sources, dtype);
            Files.writeString(output.resolve(TensorCoreVariant.ARCHITECTURE.fileName(stem)), ptx);
        }
        return null;
    }

    private static String text(NativeToolchain toolchain, Path sources, String op, Dtype dtype)
            throws IOException, ToolchainException {
        String heading = dtype.heading() + read(sources, "gk_" + op + ".cl");
        StringBuilder text = new StringBuilder(toolchain.complete(heading));
        for (int tile : tiles(op, dtype)) {
            text.append("\n#define GK_TILE ").append(tile).append('\n');
            text.append(tileText(sources, op));
            text.append("#undef GK_TILE\n");
        }
        return text.toString();
    }

    /** Returns the functions and kernels of a tile size. */
    private static String tileText(Path sources, String op) throws IOException, ToolchainException {
        String common = HeaderSet.template("gk_library_tile.cl");
        String template = "gk_" + op + "_tile.cl";
        return SHARED_TEXTS.containsKey(op)
                ? common + HeaderSet.template(SHARED_TEXTS.get(op)) + HeaderSet.template(template)
                : common + read(sources, template);
    }

    private static String matMulPtx(NativeToolchain toolchain, Path sources, Dtype dtype)
            throws IOException, ToolchainException {
        String text = tensorCoreHeading(toolchain, sources, MATMUL, dtype)
                + TensorCoreVariant.matMuls(read(sources, "gk_matmul_mma.cl"), dtype.tiles());
        String fileName = MATMUL + '_' + dtype.name() + ".cl";
        return TensorCoreVariant.limited(toolchain.buildPtx(fileName, text, TensorCoreVariant.ARCHITECTURE));
    }

    private static String attentionPtx(NativeToolchain toolchain, Path sources, Dtype dtype)
            throws IOException, ToolchainException {
        String text = tensorCoreHeading(toolchain, sources, ATTENTION, dtype)
                + TensorCoreVariant.attentions(read(sources, "gk_attention_mma.cl"));
        String fileName = TensorCoreVariant.ATTENTION + '_' + dtype.name() + ".cl";
        return toolchain.buildPtx(fileName, text, TensorCoreVariant.ARCHITECTURE);
    }

    private static String tensorCoreHeading(NativeToolchain toolchain, Path sources, String op, Dtype dtype)
            throws IOException, ToolchainException {
        return toolchain.complete(dtype.heading()
                + read(sources, "gk_" + op + ".cl")
                + '\n'
                + TensorCoreVariant.heading(op, dtype.name()));
    }

    private static List<Integer> tiles(String op, Dtype dtype) {
        if (UNTILED_OPS.contains(op)) {
            return List.of();
        }
        return SHARED_TEXTS.containsKey(op) ? List.of(MODEL.attentionTile()) : dtype.tiles();
    }

    private static String read(Path sources, String name) throws IOException {
        return Files.readString(sources.resolve(name), StandardCharsets.UTF_8);
    }
}
