package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds the GPU kernels of matrix products and convolutions, a program for each op and dtype: a step of the build of
 * module {@code native}, not of a user's build.
 */
public final class LibraryKernelBuild {
    private static final List<String> OPS = List.of("matmul", "conv2d");

    /** The tiles of which sums in 8 bytes and in 4 bytes fit into registers and local memory. */
    private static final List<Integer> WIDE_TILES = List.of(64);

    private static final List<Integer> NARROW_TILES = List.of(64, 128);

    /**
     * The dtypes of a program.
     *
     * @param name that of the operands' dtype, and of the result's if it is another one
     * @param element an operand's element in memory
     * @param result an element of the result
     * @param sum what is multiplied and summed
     */
    private record Dtypes(String name, String element, String result, String sum) {
        static Dtypes same(String name, String element, String sum) {
            return new Dtypes(name, element, element, sum);
        }

        boolean isFloat() {
            return !sum.equals("gk_int64");
        }

        List<Integer> tiles() {
            return sum.equals("float") ? NARROW_TILES : WIDE_TILES;
        }

        String definitions() {
            return (sum.equals("double") ? "#define GK_USES_F64 1\n" : "")
                    + "#define GK_ELEMENT " + element + '\n'
                    + "#define GK_RESULT " + result + '\n'
                    + "#define GK_SUM " + sum + '\n'
                    + "#define GK_IS_FLOAT " + (isFloat() ? 1 : 0) + '\n';
        }
    }

    private static final List<Dtypes> DTYPES = List.of(
            Dtypes.same("f32", "float", "float"),
            Dtypes.same("f64", "double", "double"),
            Dtypes.same("f16", "gk_half", "float"),
            Dtypes.same("bf16", "gk_bfloat", "float"),
            Dtypes.same("i8", "gk_int8", "gk_int64"),
            Dtypes.same("u8", "gk_uint8", "gk_int64"),
            Dtypes.same("i32", "int", "gk_int64"),
            Dtypes.same("i64", "gk_int64", "gk_int64"),
            new Dtypes("i8_i32", "gk_int8", "int", "gk_int64"),
            new Dtypes("u8_i32", "gk_uint8", "int", "gk_int64"));

    private LibraryKernelBuild() {}

    /**
     * Writes {@code <op>_<dtypes>.cl}, complete, and {@code <op>_<dtypes>.ptx} into a directory.
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
        for (String op : OPS) {
            for (Dtypes dtypes : DTYPES) {
                String program = op + '_' + dtypes.name();
                String text = text(toolchain, sources, op, dtypes);
                Files.writeString(output.resolve(program + ".cl"), text);
                Files.writeString(output.resolve(program + ".ptx"), toolchain.buildPtx(program + ".cl", text));
            }
        }
    }

    private static String text(NativeToolchain toolchain, Path sources, String op, Dtypes dtypes)
            throws IOException, ToolchainException {
        StringBuilder text = new StringBuilder(dtypes.definitions());
        text.append(toolchain.complete(read(sources, "gk_" + op + ".cl")));
        for (int tile : dtypes.tiles()) {
            text.append("\n#define GK_TILE ").append(tile).append('\n');
            text.append(read(sources, "gk_library_tile.cl"));
            text.append(read(sources, "gk_" + op + "_tile.cl"));
            text.append("#undef GK_TILE\n");
        }
        return text.toString();
    }

    private static String read(Path sources, String name) throws IOException {
        return Files.readString(sources.resolve(name), StandardCharsets.UTF_8);
    }
}
