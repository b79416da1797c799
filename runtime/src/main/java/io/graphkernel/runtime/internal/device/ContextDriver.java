package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.generated.jvm.Memory;

/**
 * A driver whose functions give 0 or the number of an error, and work on the context that is the calling thread's. Other
 * libraries may have changed that since the last call, so that each call begins with {@link #enter}.
 */
public abstract class ContextDriver implements DeviceDriver {
    private static final int SUCCESS = 0;

    private final DeviceProperties properties;
    private final RangeParts parts;
    private final DriverHealth health;

    /**
     * A driver that is being opened.
     *
     * @param name of the device in this process, for messages
     * @param properties what {@link #properties} gives
     * @param parts what {@link #parts} gives
     */
    protected ContextDriver(String name, DeviceProperties properties, RangeParts parts) {
        this.properties = properties;
        this.parts = parts;
        this.health = new DriverHealth(name);
    }

    /** Makes the context that of the thread; what the driver's function gives. */
    protected abstract long setCurrent();

    /** What the driver's function that sets the context is called. */
    protected abstract String setCurrentName();

    /** What the driver says of an error. */
    protected abstract String errorText(int code);

    /** Whether the device runs nothing any more after an error. */
    protected abstract boolean isFatal(int code);

    /** Throws what the result of a call says, if it is an error. */
    public final void check(String function, long result) {
        int code = (int) result;
        if (code != SUCCESS) {
            throw health.failure(function, errorText(code), code, isFatal(code));
        }
    }

    /** What a call has put into {@link CallMemory}; throws if it failed. */
    public final long result(String function, long result) {
        check(function, result);
        return Memory.getLong(CallMemory.address());
    }

    /** As {@link #result(String, long)}; if the call failed, gives back what was made for it first. */
    public final long result(String function, long result, Runnable giveBack) {
        if ((int) result != SUCCESS) {
            giveBack.run();
        }
        return result(function, result);
    }

    /** The address of new memory, which a call has put into {@link CallMemory}; 0 if its error is that there is none. */
    protected final long memory(String function, long result, int outOfMemory) {
        return (int) result == outOfMemory ? 0 : result(function, result);
    }

    /** Makes the context that of the thread; throws if the device is lost. */
    public final void enter() {
        health.require();
        check(setCurrentName(), setCurrent());
    }

    /** As {@link #enter}, to give something back: false if the device is lost, and with it what it held. */
    public final boolean enterToFree() {
        return !isLost() && (int) setCurrent() == SUCCESS;
    }

    /** Whether the device is lost. */
    public final boolean isLost() {
        return health.isLost();
    }

    @Override
    public final DeviceProperties properties() {
        return properties;
    }

    @Override
    public final RangeParts parts() {
        return parts;
    }

    @Override
    public final void makeCurrent() {
        enter();
    }
}
