package io.graphkernel.runtime;

import io.graphkernel.runtime.loading.NativeDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A library of OpenCL kernels that are written by hand, with its manifest, in a directory in place of a jar. */
final class HandWrittenProgram implements AutoCloseable {
    /** y = x * factor, over any number of groups. */
    static final String SCALE = """
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

    private static final String MANIFEST = """
            abi=1
            tag=0a1b
            functions=1
            opencl.source=kernels.cl
            sha256.opencl=%s
            function.0=%s
            slots.0=%s
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
    HandWrittenProgram(Path directory, String text, String kernel, int slots) throws IOException {
        this(directory, text, manifest(text, kernel, slots));
    }

    /** A library with a manifest of its own. */
    HandWrittenProgram(Path directory, String text, String manifest) throws IOException {
        Path resources = Files.createDirectories(directory.resolve("META-INF/graphkernel/MyOps/opencl"));
        Files.writeString(resources.resolve("kernels.cl"), text);
        Files.writeString(resources.resolveSibling("manifest.properties"), manifest);
        loader = new StubLoader(directory.toUri().toURL());
        library = KernelLibrary.of(loader.define(), "MyOps");
    }

    static HandWrittenProgram scale(Path directory) throws IOException {
        return new HandWrittenProgram(directory, SCALE, "scale", 4);
    }

    static String manifest(String text, String kernel, int slots) {
        return String.format(MANIFEST, NativeDirectory.hash(text.getBytes(StandardCharsets.UTF_8)), kernel, slots);
    }

    KernelLibrary library() {
        return library;
    }

    /** What a stub of the scaling kernel does. */
    void scale(Tensor x, float factor, Tensor y) {
        LaunchFrame frame = LaunchFrame.current(x.device());
        Checks.sameDevice("scale", "y", y, "x", x);
        frame.input(0, x);
        frame.output(1, y);
        frame.integer(2, x.elementCount());
        frame.scalar(3, factor);
        library.kernel(0, frame).launch(frame, x.elementCount(), 4096, 8, 0);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
