package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.memory.Storage;
import java.util.ArrayList;
import java.util.List;

/**
 * One allocation of device memory, and the streams that use it. A reading stream waits for the last writer; a writing
 * stream waits for all users. Uses by a single stream need no waits.
 */
public final class DeviceAllocation implements Storage {
    private final DeviceMemory memory;
    private final long address;
    private final long bytes;
    private final int sizeClass;
    private final DeviceMemory.Freeing freeing;

    /** The stream that wrote last. */
    private DeviceStream writer;
    /** The last of {@link #readers}; null if there is none. */
    private DeviceStream reader;
    /** The streams other than the writer that have read since. */
    private final List<DeviceStream> readers = new ArrayList<>(2);

    /** The recording whose launches use the memory; null if there is none. */
    private DeviceRecording recording;

    private boolean releasedWhileRecorded;

    DeviceAllocation next;
    long releasedNanos;

    DeviceAllocation(DeviceMemory memory, long address, long bytes, int sizeClass) {
        this.memory = memory;
        this.address = address;
        this.bytes = bytes;
        this.sizeClass = sizeClass;
        this.freeing = memory.freeing(this);
    }

    @Override
    public long address() {
        return address;
    }

    /** Returns the usable size in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Records that a tensor owns the memory, until {@link #release()}. */
    public void hold() {
        freeing.hold();
    }

    int sizeClass() {
        return sizeClass;
    }

    /** Declares that later work of a stream may read the memory. */
    public void read(DeviceStream stream) {
        if (writer != stream && reader != stream) {
            beginReading(stream);
        }
    }

    /** Declares that later work of a stream may read and write the memory. */
    public void write(DeviceStream stream) {
        if (writer != stream || reader != null) {
            beginWriting(stream);
        }
    }

    /** Returns true if only this stream has used the memory, so that it need not wait. */
    boolean belongsTo(DeviceStream stream) {
        return writer == stream && reader == null;
    }

    private synchronized void beginReading(DeviceStream stream) {
        if (!readers.contains(stream)) {
            if (writer != null) {
                stream.await(writer);
            }
            // Memory that is never written, such as weights, would otherwise retain all its readers.
            readers.removeIf(DeviceStream::isDrained);
            readers.add(stream);
        }
        reader = stream;
    }

    private synchronized void beginWriting(DeviceStream stream) {
        for (int i = 0; i < readers.size(); i++) {
            stream.await(readers.get(i));
        }
        if (writer != null) {
            stream.await(writer);
        }
        readers.clear();
        reader = null;
        writer = stream;
    }

    /** Returns the memory to the driver; the device no longer uses it. */
    void freeIdle() {
        freeing.freeIdle();
    }

    /** Retains the memory for a recording, even if its owner releases it. */
    synchronized void keepFor(DeviceRecording owner) {
        recording = owner;
    }

    /** Ends {@link #keepFor}. */
    void forgetRecording() {
        synchronized (this) {
            recording = null;
            if (!releasedWhileRecorded) {
                return;
            }
            releasedWhileRecorded = false;
        }
        memory.release(this);
    }

    @Override
    public void release() {
        freeing.endUse();
        synchronized (this) {
            if (recording != null) {
                releasedWhileRecorded = true;
                return;
            }
        }
        memory.release(this);
    }
}
