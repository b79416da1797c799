package io.graphkernel.runtime.internal.device;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** An opened device: its driver, memory pool, streams and programs. It stays open until the process exits. */
public final class DeviceInUse {
    private record ProgramKey(Class<?> owner, String stem) {}

    private final String name;
    private final DeviceDriver driver;
    private final DeviceMemory memory;
    private final DeviceStream defaultStream;
    private final List<DeviceStream> streams = new CopyOnWriteArrayList<>();
    private final AtomicInteger streamCount = new AtomicInteger();
    private final Map<ProgramKey, DeviceProgram> programs = new ConcurrentHashMap<>();
    private final Map<Class<?>, Object> attachments = new ConcurrentHashMap<>();

    /**
     * Opens a device.
     *
     * @param name name of the device, such as {@code cuda:0}
     */
    public DeviceInUse(String name, DeviceDriver driver) {
        this.name = name;
        this.driver = driver;
        this.memory = new DeviceMemory(this);
        this.defaultStream = newStream();
    }

    /** Returns the driver. */
    public DeviceDriver driver() {
        return driver;
    }

    /** Returns the memory pool. */
    public DeviceMemory memory() {
        return memory;
    }

    /** Returns the stream of threads that have not selected another; it is never closed. */
    public DeviceStream defaultStream() {
        return defaultStream;
    }

    /** Creates a stream. */
    public DeviceStream newStream() {
        String streamName = name + " stream " + streamCount.getAndIncrement();
        DeviceStream stream = new DeviceStream(this, streamName, SignalHandlers.preserve(driver::newStream));
        streams.add(stream);
        return stream;
    }

    /** Returns the open stream with a driver's handle. */
    public DeviceStream streamOf(long handle) {
        return streams.stream()
                .filter(stream -> stream.hasHandle(handle))
                .findFirst()
                .orElseThrow();
    }

    void closing(DeviceStream stream) {
        streams.remove(stream);
    }

    /** Waits until the work of all streams has completed, except streams that capture. */
    public void synchronize() {
        streams.forEach(DeviceStream::synchronizeIfRunning);
    }

    /**
     * Returns the program in a resource of a class's package: {@code <stem>.ptx} for CUDA, {@code <stem>.cl} for
     * OpenCL, {@code <stem>.asc} for Ascend. It is loaded lazily.
     *
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if it is missing, or the driver rejects it
     */
    public DeviceProgram program(Class<?> owner, String stem) {
        ProgramKey key = new ProgramKey(owner, stem);
        DeviceProgram loaded = programs.get(key);
        // A failed load is not cached: the next call reports the same error.
        return loaded != null
                ? loaded
                : programs.computeIfAbsent(key, absent -> DeviceProgram.ofResource(this, owner, stem));
    }

    /**
     * Returns true if a class's package has a program for the architecture of the device.
     *
     * @param stem name of a program that the jar may have for later architectures only
     */
    public boolean hasVariant(Class<?> owner, String stem) {
        return DeviceProgram.variantOf(this, owner, stem).isPresent();
    }

    /**
     * Loads a program from its source.
     *
     * @param name name of the program in messages
     * @param text PTX, OpenCL C or Ascend C, depending on {@link DeviceDriver#target}
     * @param variant its variant in {@link DeviceDriver#variantDirectory}, if there is one
     */
    public DeviceProgram load(String name, byte[] text, Optional<DeviceDriver.Variant> variant) {
        return new DeviceProgram(
                this,
                name,
                SignalHandlers.preserve(
                        () -> variant.isPresent() ? driver.load(name, text, variant.get()) : driver.load(name, text)));
    }

    /**
     * Returns a per-device object of a client, such as a library handle.
     *
     * @param type class of the object, which is its key
     * @param maker factory, called once; if it throws, the exception is rethrown and no object is cached
     */
    public <T> T attachment(Class<T> type, Function<DeviceInUse, T> maker) {
        Object attached = attachments.get(type);
        return type.cast(attached != null ? attached : attachments.computeIfAbsent(type, absent -> maker.apply(this)));
    }

    /** Returns the name, such as {@code cuda:0}. */
    @Override
    public String toString() {
        return name;
    }
}
