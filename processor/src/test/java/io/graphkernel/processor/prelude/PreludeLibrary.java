package io.graphkernel.processor.prelude;

import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Functions in C over the prelude, called from Java for every instruction set that this machine has. The library holds
 * its own entry for Java, so that the processor's tests need no bridge.
 */
public final class PreludeLibrary {

    static final int SLOTS = 8;

    private static final String ENTRY = """
            #if GK_LANES == 4
            extern const gk_kernel gk_prelude_v3[];
            extern const gk_kernel gk_prelude_v4[];

            GK_EXPORT gk_int64 Java_io_graphkernel_processor_prelude_PreludeLibrary_address(
                    void ***environment, void *type, void *buffer) {
                void *(*address)(void *, void *) = (void *(*)(void *, void *)) (*environment)[230];
                return (gk_int64) address(environment, buffer);
            }

            GK_EXPORT void Java_io_graphkernel_processor_prelude_PreludeLibrary_call(
                    void ***environment, void *type, int variant, int function, gk_int64 slots, gk_int64 begin, gk_int64 end) {
                const gk_kernel *table = variant == 2 ? GK_TABLE : variant == 3 ? gk_prelude_v3 : gk_prelude_v4;
                table[function]((const gk_slot *) slots, begin, end, 0);
            }
            #endif
            """;

    private final StringBuilder text = new StringBuilder("#include \"graphkernel.h\"\n\n");
    private final List<String> functions = new ArrayList<>();

    /** The address of a direct buffer. */
    static native long address(ByteBuffer buffer);

    private static native void call(int variant, int function, long slots, long begin, long end);

    /**
     * Adds a function.
     *
     * @param body C statements over {@code p}, the slots, and the range {@code begin}, {@code end}
     * @return its number
     */
    int add(String body) {
        String name = "f" + functions.size();
        text.append("static void ").append(name);
        text.append("(const gk_slot *p, gk_int64 begin, gk_int64 end, void *scratch) {\n");
        text.append(body).append("}\n\n");
        functions.add(name);
        return functions.size() - 1;
    }

    /** Compiles and loads the functions; once per process. */
    void load(Path directory) throws ToolchainException, IOException {
        text.append("GK_EXPORT extern const gk_kernel GK_TABLE[];\nconst gk_kernel GK_TABLE[] = {");
        text.append(String.join(", ", functions)).append("};\n\n").append(ENTRY);
        NativeToolchain toolchain =
                new NativeToolchain(new NativeToolchain.Settings(directory.resolve("cache"), Optional.empty()));
        byte[] library = toolchain.build(
                new KernelSource("prelude", "Prelude.c", text.toString()),
                Platform.host().orElseThrow());
        Path file = directory.resolve(Platform.host().orElseThrow().libraryFileName("prelude"));
        Files.write(file, library);
        System.load(file.toString());
    }

    /** The x86-64 levels of this machine. */
    public static List<Integer> variants() throws IOException {
        String flags = Files.readString(Path.of("/proc/cpuinfo"));
        List<Integer> variants = new ArrayList<>(List.of(2));
        if (flags.contains(" avx2") && flags.contains(" fma")) {
            variants.add(3);
        }
        if (flags.contains(" avx512bw") && flags.contains(" avx512vl") && flags.contains(" avx512dq")) {
            variants.add(4);
        }
        return variants;
    }

    /** Lanes of a vector. */
    static int lanes(int variant) {
        return variant == 2 ? 4 : variant == 3 ? 8 : 16;
    }

    static void run(int variant, int function, long end, long... slots) {
        ByteBuffer block = buffer(8 * SLOTS);
        for (int i = 0; i < slots.length; i++) {
            block.putLong(8 * i, slots[i]);
        }
        call(variant, function, address(block), 0, end);
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
