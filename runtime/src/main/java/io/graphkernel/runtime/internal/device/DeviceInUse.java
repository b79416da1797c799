package io.graphkernel.runtime.internal.device;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A device in use: its driver, its memory, its streams and its programs. It is in use until the process ends. */
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
     * A device.
     *
     * @param name such as {@code cuda:0}
     */
    public DeviceInUse(String name, DeviceDriver driver) {
        this.name = name;
        this.driver = driver;
        this.memory = new DeviceMemory(this);
        this.defaultStream = newStream();
    }

    /** The driver. */
    public DeviceDriver driver() {
        return driver;
    }

    /** The memory pool. */
    public DeviceMemory memory() {
        return memory;
    }

    /** The stream of threads that have not chosen another; it is never closed. */
    public DeviceStream defaultStream() {
        return defaultStream;
    }

    /** A new stream. */
    public DeviceStream newStream() {
        String streamName = name + " stream " + streamCount.getAndIncrement();
        DeviceStream stream = new DeviceStream(this, streamName, driver.newQueue());
        streams.add(stream);
        return stream;
    }

    /** The open stream of a driver's queue. */
    public DeviceStream streamOf(long queue) {
        return streams.stream()
                .filter(stream -> stream.hasHandle(queue))
                .findFirst()
                .orElseThrow();
    }

    void closing(DeviceStream stream) {
        streams.remove(stream);
    }

    /** Waits until all streams have done what they were given; a capture has nothing to wait for. */
    public void synchronize() {
        streams.forEach(DeviceStream::synchronizeIfRunning);
    }

    /**
     * The program of a resource next to a class: {@code <stem>.ptx} for CUDA, {@code <stem>.cl} for OpenCL, {@code <stem>.asc}
     * for Ascend. It is loaded at the first call.
     *
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if it is missing, or the driver refuses it
     */
    public DeviceProgram program(Class<?> owner, String stem) {
        ProgramKey key = new ProgramKey(owner, stem);
        DeviceProgram loaded = programs.get(key);
        // A failed load leaves nothing, so that the next call says the same.
        return loaded != null
                ? loaded
                : programs.computeIfAbsent(key, absent -> DeviceProgram.ofResource(this, owner, stem));
    }

    /**
     * The program of a text.
     *
     * @param name what messages call it
     * @param text PTX, OpenCL C or Ascend C, as {@link DeviceDriver#target} says
     * @param binary what {@link DeviceDriver#binaryDirectory} has of it, if anything
     */
    public DeviceProgram load(String name, byte[] text, Optional<byte[]> binary) {
        return new DeviceProgram(
                this, name, binary.isPresent() ? driver.load(name, text, binary.get()) : driver.load(name, text));
    }

    /**
     * What a user of the device keeps once per device, such as the handle of a library.
     *
     * @param type its class, which is its key
     * @param maker makes it at the first call; what it throws is thrown, and nothing is kept
     */
    public <T> T attachment(Class<T> type, Function<DeviceInUse, T> maker) {
        Object attached = attachments.get(type);
        return type.cast(attached != null ? attached : attachments.computeIfAbsent(type, absent -> maker.apply(this)));
    }

    /** As in {@code cuda:0}. */
    @Override
    public String toString() {
        return name;
    }
}
