package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * Builds our own kernels of library ops: for GPUs a program for each op and dtype, for CPUs a library for each op, with all
 * instruction sets of a platform. A step of the build of module {@code native}, not of a user's build.
 */
public final class LibraryKernelBuild {
    private static final String MATMUL = "matmul";
    private static final String ATTENTION = "attention";
    private static final String ATTENTION_GRADIENT = "attention_gradient";
    private static final List<String> OPS = List.of(MATMUL, "conv2d", ATTENTION, ATTENTION_GRADIENT);

    /** The ops of which we have kernels for CPUs. */
    private static final List<String> CPU_OPS = List.of(ATTENTION, ATTENTION_GRADIENT);

    /** Texts that the kernels of some ops share, one for each tile. */
    private static final Map<String, String> SHARED_TEXTS =
            Map.of(ATTENTION, "gk_attention_products.cl", ATTENTION_GRADIENT, "gk_attention_products.cl");

    /** The tiles of which sums in 8 bytes and in 4 bytes fit into registers and local memory; attention has more of them. */
    private static final List<Integer> WIDE_TILES = List.of(64);

    private static final List<Integer> NARROW_TILES = List.of(64, 128);

    /**
     * The dtype of a program.
     *
     * @param element an element in memory
     * @param sum what is multiplied and summed
     * @param result an element of the result
     * @param ops those that the dtype has
     */
    private record Dtype(String name, String element, String sum, String result, List<String> ops) {
        boolean isWide() {
            return sum.equals("double");
        }

        List<Integer> tiles() {
            return isWide() ? WIDE_TILES : NARROW_TILES;
        }

        /** What comes before the text of an op. */
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
            new Dtype("i8", "gk_int8", "int", "int", List.of(MATMUL)));

    private LibraryKernelBuild() {}

    /**
     * Writes {@code <op>_<dtype>.cl}, complete, and {@code <op>_<dtype>.ptx} into a directory, and next to them, as
     * {@link BridgeBuild} does, the libraries {@code gk_<op>}.
     *
     * @param arguments the directory of the C sources and the output directory
     * @throws IOException if a file cannot be read or written
     * @throws ToolchainException if a source cannot be compiled
     */
    public static void main(String[] arguments) throws IOException, ToolchainException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("expected two arguments: the directory of sources and the output's");
        }
        build(new NativeToolchain(NativeToolchain.Settings.defaults()), Path.of(arguments[0]), Path.of(arguments[1]));
    }

    static void build(NativeToolchain toolchain, Path sources, Path output) throws IOException, ToolchainException {
        Files.createDirectories(output);
        for (String op : CPU_OPS) {
            String fileName = "gk_" + op + ".c";
            KernelSource source = new KernelSource(op, fileName, read(sources, fileName));
            Map<Platform, byte[]> libraries = toolchain.buildAll(source, EnumSet.allOf(Platform.class));
            for (Map.Entry<Platform, byte[]> library : libraries.entrySet()) {
                BridgeBuild.write(library.getValue(), "gk_" + op, library.getKey(), output);
            }
        }
        for (Dtype dtype : DTYPES) {
            for (String op : dtype.ops()) {
                String program = op + '_' + dtype.name();
                String text = text(toolchain, sources, op, dtype);
                Files.writeString(output.resolve(program + ".cl"), text);
                Files.writeString(output.resolve(program + ".ptx"), toolchain.buildPtx(program + ".cl", text));
            }
        }
    }

    private static String text(NativeToolchain toolchain, Path sources, String op, Dtype dtype)
            throws IOException, ToolchainException {
        String heading = dtype.heading() + read(sources, "gk_" + op + ".cl");
        StringBuilder text = new StringBuilder(toolchain.complete(heading));
        for (int tile : SHARED_TEXTS.containsKey(op) ? WIDE_TILES : dtype.tiles()) {
            text.append("\n#define GK_TILE ").append(tile).append('\n');
            text.append(read(sources, "gk_library_tile.cl"));
            if (SHARED_TEXTS.containsKey(op)) {
                text.append(read(sources, SHARED_TEXTS.get(op)));
            }
            text.append(read(sources, "gk_" + op + "_tile.cl"));
            text.append("#undef GK_TILE\n");
        }
        return text.toString();
    }

    private static String read(Path sources, String name) throws IOException {
        return Files.readString(sources.resolve(name), StandardCharsets.UTF_8);
    }
}
