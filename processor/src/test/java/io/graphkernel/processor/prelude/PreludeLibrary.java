package io.graphkernel.processor.prelude;

import io.graphkernel.processor.MachineTargets;
import io.graphkernel.processor.OncePerBuild;
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
 * C functions over the prelude, called from Java for every instruction set of this machine, or over single values as GPUs compute
 * them. A library holds its own JNI entry, so that the processor's tests need no bridge.
 */
public final class PreludeLibrary {

    static final int SLOTS = 8;

    /** Variant of single values instead of an instruction set. */
    static final int SINGLE_VALUES = 1;

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

    private static final String SINGLE_PREAMBLE = """
            #define GK_USES_F64

            #include "gk_abi.h"

            #include "gk_scalar.h"

            #include "gk_half.h"

            #include "gk_float8.h"

            #include "gk_integer.h"

            #include "gk_bits.h"

            #include "gk_math_scalar.h"

            #include "gk_math_f64.h"

            #include "gk_cast.h"
            #include "gk_bitcast.h"

            #include "gk_dim.h"

            #define GK_DEFINE_ACCESS(element, value, loaded, stored) \\
                GK_OVERLOAD value gk_load(const element *source, int lanes) { \\
                    return loaded; \\
                } \\
                GK_OVERLOAD void gk_store(element *target, value number, int lanes) { \\
                    *target = stored; \\
                }

            GK_DEFINE_ACCESS(float, gk_f32, *source, number)
            GK_DEFINE_ACCESS(double, gk_f64, *source, number)
            GK_DEFINE_ACCESS(gk_int8, gk_i8, *source, number)
            GK_DEFINE_ACCESS(gk_uint8, gk_u8, *source, number)
            GK_DEFINE_ACCESS(int, gk_i32, *source, number)
            GK_DEFINE_ACCESS(gk_int64, gk_i64, *source, number)
            GK_DEFINE_ACCESS(gk_half, gk_f32, gk_from_half(source->bits), (gk_half) {gk_to_half(number)})
            GK_DEFINE_ACCESS(gk_bfloat, gk_f32, gk_from_bfloat(source->bits), (gk_bfloat) {gk_to_bfloat(number)})
            GK_DEFINE_ACCESS(gk_e4m3, gk_f32, gk_from_e4m3(source->bits), (gk_e4m3) {gk_to_e4m3(number)})
            GK_DEFINE_ACCESS(gk_e5m2, gk_f32, gk_from_e5m2(source->bits), (gk_e5m2) {gk_to_e5m2(number)})
            GK_DEFINE_ACCESS(gk_int16, gk_i16, *source, number)
            GK_DEFINE_ACCESS(gk_uint16, gk_u16, *source, number)
            GK_DEFINE_ACCESS(gk_uint32, gk_u32, *source, number)
            GK_DEFINE_ACCESS(gk_uint64, gk_u64, *source, number)
            GK_DEFINE_ACCESS(gk_bool, gk_mask, gk_splat_bool(source->byte), (gk_bool) {number & 1})

            """;

    private static final String SINGLE_ENTRY = """
            #if !defined(__AVX2__)
            extern const gk_kernel gk_prelude_single_v3[];

            GK_EXPORT void Java_io_graphkernel_processor_prelude_PreludeLibrary_callSingle(
                    void ***environment, void *type, int function, gk_int64 slots, gk_int64 begin, gk_int64 end) {
                gk_prelude_single_v3[function]((const gk_slot *) slots, begin, end, 0);
            }
            #endif
            """;

    private final String tag;
    private final String entry;
    private final StringBuilder text;
    private final List<String> functions = new ArrayList<>();

    private PreludeLibrary(String tag, String preamble, String entry) {
        this.tag = tag;
        this.entry = entry;
        this.text = new StringBuilder(preamble);
    }

    static PreludeLibrary vectors() {
        return new PreludeLibrary("prelude", "#include \"graphkernel.h\"\n\n", ENTRY);
    }

    static PreludeLibrary singleValues() {
        return new PreludeLibrary("prelude_single", SINGLE_PREAMBLE, SINGLE_ENTRY);
    }

    /** Returns the address of a direct buffer. */
    static native long address(ByteBuffer buffer);

    private static native void call(int variant, int function, long slots, long begin, long end);

    private static native void callSingle(int function, long slots, long begin, long end);

    /**
     * Adds a function.
     *
     * @param body C statements over {@code p}, the slots, and the range {@code begin}, {@code end}
     * @return index of the function
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
    void load() throws Exception {
        text.append("GK_EXPORT extern const gk_kernel GK_TABLE[];\nconst gk_kernel GK_TABLE[] = {");
        text.append(String.join(", ", functions)).append("};\n\n").append(entry);
        Platform host = Platform.host().orElseThrow();
        Path file = Files.createTempFile(tag, host.libraryFileName(""));
        Files.write(file, OncePerBuild.at("prelude", this::build));
        System.load(file.toString());
        Files.delete(file);
    }

    private byte[] build(Path cache) throws ToolchainException {
        return new NativeToolchain(new NativeToolchain.Settings(cache, Optional.empty()))
                .build(
                        new KernelSource(tag, "Prelude.c", text.toString()),
                        Platform.host().orElseThrow());
    }

    /** Returns the variants of elementwise functions: single values, if there is a fused multiply-add, and all vectors. */
    static List<Integer> elementwise() throws IOException {
        List<Integer> variants = new ArrayList<>(MachineTargets.variants());
        if (variants.contains(3)) {
            variants.add(0, SINGLE_VALUES);
        }
        return variants;
    }

    /** Returns the lanes of a vector. */
    static int lanes(int variant) {
        return variant == 2 ? 4 : variant == 3 ? 8 : 16;
    }

    static void run(int variant, int function, long end, long... slots) {
        ByteBuffer block = buffer(8 * SLOTS);
        for (int i = 0; i < slots.length; i++) {
            block.putLong(8 * i, slots[i]);
        }
        if (variant == SINGLE_VALUES) {
            callSingle(function, address(block), 0, end);
        } else {
            call(variant, function, address(block), 0, end);
        }
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
