package io.graphkernel.runtime.internal.device;

/** A stream of a {@link ContextDriver}. */
public abstract class ContextStream implements DeviceDriver.Stream {
    private final ContextDriver driver;
    private final StreamFunctions functions;
    private final long stream;
    /** Event that is recorded each time that another stream starts to wait for this one. */
    private final long tail;

    /** Creates a stream of a driver. */
    protected ContextStream(ContextDriver driver, StreamFunctions functions) {
        this.driver = driver;
        this.functions = functions;
        driver.enter();
        stream = driver.create(functions.createStream(), functions.streamFlags(), () -> {});
        tail = driver.create(
                functions.createTail(),
                functions.tailFlags(),
                () -> NativeLibrary.call(functions.destroyStream().address(), stream));
    }

    @Override
    public final long handle() {
        return stream;
    }

    @Override
    public final void await(DeviceDriver.Stream other) {
        ContextStream before = (ContextStream) other;
        driver.enter();
        synchronized (before) {
            driver.run(functions.recordEvent(), before.tail, before.stream);
            driver.run(functions.awaitEvent(), stream, before.tail);
        }
    }

    @Override
    public final void await(DeviceDriver.Event event) {
        driver.enter();
        driver.run(functions.awaitEvent(), stream, ((ContextEvent) event).handle());
    }

    @Override
    public final DeviceDriver.Event recordEvent() {
        driver.enter();
        ContextEvent event = new ContextEvent(driver, functions);
        event.record(stream);
        return event;
    }

    @Override
    public final void synchronize() {
        driver.enter();
        driver.run(functions.synchronizeStream(), stream);
    }

    @Override
    public final void close() {
        if (driver.enterToFree()) {
            NativeLibrary.call(functions.destroyEvent().address(), tail);
            NativeLibrary.call(functions.destroyStream().address(), stream);
        }
    }
}
