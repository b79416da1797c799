package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.loading.KernelFunctions;

/**
 * The compiled kernels of one class, loaded from its jar at the first use.
 *
 * <p>Making a library is cheap and never fails, so that a stub may hold it in a static field. What goes wrong at
 * loading is thrown by {@link #kernel}, at every call until it is mended.
 */
public final class KernelLibrary {
    private final Class<?> stub;
    private final String name;
    private volatile Kernel[] kernels;

    private KernelLibrary(Class<?> stub, String name) {
        this.stub = stub;
        this.name = name;
    }

    /**
     * The library of a stub.
     *
     * @param stub the stub class; its class loader holds the resources
     * @param name the directory below {@code META-INF/graphkernel}
     */
    public static KernelLibrary of(Class<?> stub, String name) {
        return new KernelLibrary(stub, name);
    }

    /**
     * A kernel of this library, which is loaded first if need be.
     *
     * @param index the function number in the manifest
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded here
     */
    public Kernel kernel(int index) {
        Kernel[] current = kernels;
        if (current == null) {
            current = load();
        }
        if (index < 0 || index >= current.length) {
            throw new KernelLibraryException(RuntimeProblem.FUNCTION_MISSING, name, index, current.length);
        }
        return current[index];
    }

    private synchronized Kernel[] load() {
        if (kernels == null) {
            long[] addresses = KernelFunctions.load(stub, name);
            Kernel[] loaded = new Kernel[addresses.length];
            for (int i = 0; i < loaded.length; i++) {
                loaded[i] = new Kernel(addresses[i]);
            }
            kernels = loaded;
        }
        return kernels;
    }
}
