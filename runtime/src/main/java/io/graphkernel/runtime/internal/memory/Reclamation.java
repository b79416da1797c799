package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.internal.loading.PointerReclamation;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Actions for objects that the garbage collector has found unreachable. Unlike {@link java.lang.ref.Cleaner}, it has no
 * thread, which would retain the class loader of this library. The actions run on the next thread that registers an
 * object, and on the thread that releases memory.
 */
public final class Reclamation {
    private static final ReferenceQueue<Object> UNREACHABLE = new ReferenceQueue<>();
    private static final Set<Registration> REGISTRATIONS = ConcurrentHashMap.newKeySet();

    private Reclamation() {}

    /**
     * Registers an object with a short action.
     *
     * @param action action that runs once, when the object is unreachable or the registration is cleaned; it must not
     *     refer to the object
     */
    public static Registration register(Object object, Runnable action) {
        return register(object, action, false);
    }

    /**
     * Registers an object whose action may block or runs code of users. For an unreachable object, it runs on the
     * thread that releases memory. A thread that allocates must not wait for a device, on which other ranks may wait
     * for it.
     *
     * @param action action that runs once, when the object is unreachable or the registration is cleaned; it must not
     *     refer to the object
     */
    public static Registration registerBlocking(Object object, Runnable action) {
        return register(object, action, true);
    }

    private static Registration register(Object object, Runnable action, boolean mayBlock) {
        run();
        Registration registration = new Registration(object, action, mayBlock);
        REGISTRATIONS.add(registration);
        return registration;
    }

    /** Runs the actions of unreachable objects, or passes them to the thread that releases memory. */
    public static void run() {
        PointerReclamation.run();
        for (Object found = UNREACHABLE.poll(); found != null; found = UNREACHABLE.poll()) {
            Registration registration = (Registration) found;
            if (registration.mayBlock) {
                DeferredReclaimer.add(registration::clean);
            } else {
                DeferredReclaimer.run(registration.action.getClass(), registration::clean);
            }
        }
    }

    /** The registration of an object. */
    public static final class Registration extends PhantomReference<Object> {
        private final Runnable action;
        private final boolean mayBlock;

        private Registration(Object object, Runnable action, boolean mayBlock) {
            super(object, UNREACHABLE);
            this.action = action;
            this.mayBlock = mayBlock;
        }

        /** Runs the action unless it has run. */
        public void clean() {
            if (REGISTRATIONS.remove(this)) {
                clear();
                action.run();
            }
        }
    }
}
