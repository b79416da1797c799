package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A library of GPU kernels that are written by hand, with its manifest, in a directory in place of a jar. */
public final class HandWrittenProgram implements AutoCloseable {
    /** y = x * factor, over any number of groups. */
    public static final String SCALE = """
            typedef struct { ulong slot[4]; } gk_slots4;
            __kernel __attribute__((reqd_work_group_size(256, 1, 1))) void scale(const gk_slots4 a) {
                __global const float *x = (__global const float *)a.slot[0];
                __global float *y = (__global float *)a.slot[1];
                float factor = as_float((uint)a.slot[3]);
                for (long i = get_global_id(0); i < (long)a.slot[2]; i += get_global_size(0)) {
                    y[i] = x[i] * factor;
                }
            }
            """;

    /** The kernel for CUDA. */
    private static final String SCALE_PTX = """
            .version 6.3
            .target sm_70
            .address_size 64
            .visible .entry scale(.param .align 8 .b8 slots[32])
            {
            .reg .pred %p<2>;
            .reg .b32 %r<5>;
            .reg .f32 %f<4>;
            .reg .b64 %rd<9>;
            ld.param.u64 %rd1, [slots];
            ld.param.u64 %rd2, [slots+8];
            ld.param.u64 %rd3, [slots+16];
            ld.param.f32 %f1, [slots+24];
            mov.u32 %r1, %tid.x;
            mov.u32 %r2, %ctaid.x;
            mov.u32 %r3, %ntid.x;
            mov.u32 %r4, %nctaid.x;
            mad.lo.s32 %r1, %r2, %r3, %r1;
            cvt.u64.u32 %rd4, %r1;
            mul.wide.u32 %rd5, %r3, %r4;
            $next:
            setp.ge.s64 %p1, %rd4, %rd3;
            @%p1 bra $end;
            shl.b64 %rd6, %rd4, 2;
            add.s64 %rd7, %rd1, %rd6;
            add.s64 %rd8, %rd2, %rd6;
            ld.global.f32 %f2, [%rd7];
            mul.rn.f32 %f3, %f2, %f1;
            st.global.f32 [%rd8], %f3;
            add.s64 %rd4, %rd4, %rd5;
            bra $next;
            $end:
            ret;
            }
            """;

    private static final String MANIFEST = """
            abi=2
            tag=0a1b
            functions=1
            opencl.source=kernels.cl
            sha256.opencl=%s
            function.0=%s
            kernel.0=0 scale scale
            slots.0=%s
            """;

    private static final String CUDA_MANIFEST = """
            cuda.ptx=kernels.ptx
            sha256.cuda=%s
            """;

    /** Stands for a generated stub; it is defined in a class loader that sees the resources. */
    static final class Stub {}

    private static final class StubLoader extends URLClassLoader {
        StubLoader(URL resources) {
            super(new URL[] {resources}, HandWrittenProgram.class.getClassLoader());
        }

        Class<?> define() throws IOException {
            String name = Stub.class.getName();
            try (InputStream stream = Stub.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] code = stream.readAllBytes();
                return defineClass(name, code, 0, code.length);
            }
        }
    }

    private final StubLoader loader;
    private final KernelLibrary library;

    /** A library of one kernel. */
    public HandWrittenProgram(Path directory, String text, String kernel, int slots) throws IOException {
        this(directory, text, manifest(text, kernel, slots));
    }

    /** A library with a manifest of its own. */
    public HandWrittenProgram(Path directory, String text, String manifest) throws IOException {
        this(directory, text, "", manifest);
    }

    private HandWrittenProgram(Path directory, String text, String ptx, String manifest) throws IOException {
        Path resources = Files.createDirectories(directory.resolve("META-INF/graphkernel/MyOps/opencl"));
        Files.writeString(resources.resolve("kernels.cl"), text);
        Files.writeString(
                Files.createDirectories(resources.resolveSibling("cuda")).resolve("kernels.ptx"), ptx);
        Files.writeString(resources.resolveSibling("manifest.properties"), manifest);
        loader = new StubLoader(directory.toUri().toURL());
        library = KernelLibrary.of(loader.define(), "MyOps", "0a1b", 1, hash(manifest));
    }

    public static HandWrittenProgram scale(Path directory) throws IOException {
        return ofPtx(directory, SCALE_PTX);
    }

    /** The scaling kernel with an instruction that no driver knows. */
    public static HandWrittenProgram unknownInstruction(Path directory) throws IOException {
        return ofPtx(directory, SCALE_PTX.replace("mul.rn.f32", "undeclared.f32"));
    }

    private static HandWrittenProgram ofPtx(Path directory, String ptx) throws IOException {
        String manifest = manifest(SCALE, "scale", 4) + String.format(CUDA_MANIFEST, hash(ptx));
        return new HandWrittenProgram(directory, SCALE, ptx, manifest);
    }

    public static String manifest(String text, String kernel, int slots) {
        return String.format(MANIFEST, hash(text), kernel, slots);
    }

    private static String hash(String text) {
        return NativeDirectory.hash(text.getBytes(StandardCharsets.UTF_8));
    }

    public KernelLibrary library() {
        return library;
    }

    /** Calls the scaling kernel like a stub. */
    public void scale(Tensor x, float factor, Tensor y) {
        LaunchFrame frame = LaunchFrame.current(x.device());
        Checks.sameDevice("scale", "y", y, "x", x);
        library.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, y);
            frame.integer(2, x.elementCount());
            frame.scalar(3, factor);
            library.kernel(0, frame).launch(frame, x.elementCount(), 4096, 8, 0);
        } finally {
            frame.exit();
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
