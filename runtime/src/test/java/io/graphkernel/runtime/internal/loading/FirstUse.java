package io.graphkernel.runtime.internal.loading;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Loader;

/** Uses the runtime for the first time in a process, in one of the ways in which a program may begin. */
public final class FirstUse {
    private FirstUse() {}

    /**
     * Prints where JavaCPP's library was loaded from, or what the runtime says, with exit status 1.
     *
     * @param arguments the way
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        try {
            use(arguments[0]);
            System.out.println(Loader.getLoadedLibraries().get("jnijavacpp"));
        } catch (GraphKernelException e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void use(String way) throws ReflectiveOperationException {
        switch (way) {
            case "tensor" -> Tensor.of(new float[] {1, 2}, 2).close();
            case "wrap" ->
                Tensor.wrap(
                                ByteBuffer.allocateDirect(8)
                                        .order(ByteOrder.nativeOrder())
                                        .asFloatBuffer(),
                                2)
                        .close();
            case "devices" -> Device.available();
            case "bridge" -> BridgeLibrary.ensureLoaded();
            case "bridge and tensor" -> {
                BridgeLibrary.ensureLoaded();
                Tensor.of(new float[] {1, 2}, 2).close();
            }
            case "oneDNN" -> {
                Method loading = Class.forName("io.graphkernel.runtime.generated.library.onednn.OneDnnLibrary")
                        .getDeclaredMethod("ensureLoaded", String.class);
                loading.setAccessible(true);
                loading.invoke(null, "a product of matrices");
                System.out.println(Loader.getLoadedLibraries().get("jnidnnl"));
            }
            case "JavaCPP before" -> {
                new FloatPointer(4).close();
                Tensor.of(new float[] {1, 2}, 2).close();
            }
            default -> throw new IllegalArgumentException(way);
        }
    }
}
