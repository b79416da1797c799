package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.generated.jvm.Memory;

/** An event of a {@link ContextDriver}, recorded once. */
final class ContextEvent implements DeviceDriver.Event {
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private final ContextDriver driver;
    private final StreamFunctions functions;
    private final long event;

    ContextEvent(ContextDriver driver, StreamFunctions functions) {
        this.driver = driver;
        this.functions = functions;
        this.event = driver.create(functions.createEvent(), 0, () -> {});
    }

    /** Records the event in a stream; on failure first destroys it. */
    void record(long stream) {
        int code = (int) NativeLibrary.call(functions.recordEvent().address(), event, stream);
        if (code != ContextDriver.SUCCESS) {
            close();
            driver.check(functions.recordEvent().name(), code);
        }
    }

    long handle() {
        return event;
    }

    @Override
    public boolean isDone() {
        driver.enter();
        return driver.isDone(event);
    }

    @Override
    public void synchronize() {
        driver.enter();
        driver.run(functions.synchronizeEvent(), event);
    }

    @Override
    public long nanosSince(DeviceDriver.Event earlier) {
        driver.enter();
        long memory = NativeScratch.address();
        driver.run(functions.elapsedTime(), memory, ((ContextEvent) earlier).event, event);
        return Math.round(Memory.getFloat(memory) * NANOS_PER_MILLISECOND);
    }

    @Override
    public void close() {
        if (driver.enterToFree()) {
            NativeLibrary.call(functions.destroyEvent().address(), event);
        }
    }
}
