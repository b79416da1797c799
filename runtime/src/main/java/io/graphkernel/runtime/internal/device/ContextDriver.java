package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;

/**
 * A driver whose functions return 0 or an error code and use the calling thread's current context. Other libraries may
 * change the current context between calls, so each call starts with {@link #enter}.
 */
public abstract class ContextDriver implements DeviceDriver {
    static final int SUCCESS = 0;

    private final DeviceProperties properties;
    private final RangeSplitPolicy splitPolicy;
    private final DriverHealth health;

    /**
     * Creates the driver of a device.
     *
     * @param name name of the device in messages
     * @param properties result of {@link #properties}
     * @param splitPolicy result of {@link #splitPolicy}
     */
    protected ContextDriver(String name, DeviceProperties properties, RangeSplitPolicy splitPolicy) {
        this.properties = properties;
        this.splitPolicy = splitPolicy;
        this.health = new DriverHealth(name);
    }

    /** Makes the context current and returns the result of the driver's function. */
    protected abstract long setCurrent();

    /** Returns the name of the driver's function that sets the context. */
    protected abstract String setCurrentName();

    /** Returns the driver's text of an error code. */
    protected abstract String errorText(int code);

    /** Returns true if the device is lost after an error. */
    protected abstract boolean isFatal(int code);

    /** Returns true if a stream has reached an event; the context is current. */
    protected abstract boolean isDone(long event);

    /** Throws if the result of a call is an error. */
    public final void check(String function, long result) {
        int code = (int) result;
        if (code != SUCCESS) {
            throw health.failure(function, errorText(code), code, isFatal(code));
        }
    }

    /** Calls a function; throws if it fails. */
    final void run(StreamFunctions.NamedFunction function, long argument) {
        check(function.name(), NativeLibrary.call(function.address(), argument));
    }

    /** See {@link #run(StreamFunctions.NamedFunction, long)}. */
    final void run(StreamFunctions.NamedFunction function, long a, long b) {
        check(function.name(), NativeLibrary.call(function.address(), a, b));
    }

    /** See {@link #run(StreamFunctions.NamedFunction, long)}. */
    final void run(StreamFunctions.NamedFunction function, long a, long b, long c) {
        check(function.name(), NativeLibrary.call(function.address(), a, b, c));
    }

    /** Returns the object that a function creates from flags; on failure first releases other resources. */
    final long create(StreamFunctions.NamedFunction function, int flags, Runnable release) {
        long code = NativeLibrary.call(function.address(), NativeScratch.address(), flags);
        if ((int) code != SUCCESS) {
            release.run();
        }
        return result(function.name(), code);
    }

    /** Returns the value that a call has written into {@link NativeScratch}; throws if it failed. */
    public final long result(String function, long result) {
        check(function, result);
        return Memory.getLong(NativeScratch.address());
    }

    /** Returns the address that an allocation has written into {@link NativeScratch}; 0 if it is out of memory. */
    protected final long memory(String function, long result, int outOfMemory) {
        return (int) result == outOfMemory ? 0 : result(function, result);
    }

    /** Makes the context current; throws if the device is lost. */
    public final void enter() {
        health.require();
        check(setCurrentName(), setCurrent());
    }

    /** Makes the context current before a release; returns false if the device, with all its resources, is lost. */
    public final boolean enterToFree() {
        return !isLost() && (int) setCurrent() == SUCCESS;
    }

    /** Returns true if the device is lost. */
    public final boolean isLost() {
        return health.isLost();
    }

    @Override
    public final DeviceProperties properties() {
        return properties;
    }

    @Override
    public final RangeSplitPolicy splitPolicy() {
        return splitPolicy;
    }

    @Override
    public final void makeCurrent() {
        enter();
    }
}
