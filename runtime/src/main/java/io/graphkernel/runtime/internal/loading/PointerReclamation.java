package io.graphkernel.runtime.internal.loading;

import org.bytedeco.javacpp.Pointer;

/**
 * Reclamation of JavaCPP pointers found by the garbage collector. JavaCPP has a permanent thread for that. If its class
 * loader may be collected, as in a web application, that thread would retain the class loader. It is terminated then,
 * and its work is done whenever memory is allocated.
 */
public final class PointerReclamation {
    /** False if JavaCPP's own thread does the work. */
    private static volatile boolean isReplaced;

    private PointerReclamation() {}

    /** Terminates JavaCPP's thread if JavaCPP belongs to a class loader that may be collected before the JVM exits. */
    static void replaceThreadIfReloadable() {
        if (isReloadable(Pointer.class.getClassLoader())) {
            isReplaced = true;
            Pointer.interruptDeallocatorThread();
        }
    }

    /** Returns true if a class loader may be collected before the JVM exits. */
    public static boolean isReloadable(ClassLoader loader) {
        for (ClassLoader lasting = ClassLoader.getSystemClassLoader(); lasting != null; lasting = lasting.getParent()) {
            if (lasting == loader) {
                return false;
            }
        }
        return loader != null;
    }

    /** Frees the memory of unreachable pointers if JavaCPP's thread does not. */
    public static void run() {
        if (isReplaced) {
            Pointer.deallocateReferences();
        }
    }
}
