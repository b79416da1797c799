package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.memory.Storage;
import java.util.ArrayList;
import java.util.List;

/**
 * One piece of device memory, and the streams that use it. A stream that is about to read waits for the stream that wrote
 * last; one that is about to write waits for all that have used the memory. What one stream does alone needs no waiting.
 */
public final class DeviceBlock implements Storage {
    private final DeviceMemory memory;
    private final long address;
    private final long bytes;
    private final int sizeClass;
    private final DeviceMemory.Freeing freeing;

    /** The stream that wrote last. */
    private DeviceStream writer;
    /** The latest of {@link #readers}; null if there is none. */
    private DeviceStream reader;
    /** The streams other than the writer that have read since. */
    private final List<DeviceStream> readers = new ArrayList<>(2);

    /** The recording that needs the memory as long as it is kept; null if there is none. */
    private DeviceRecording recording;

    private boolean releasedWhileRecorded;

    DeviceBlock next;
    long releasedNanos;

    DeviceBlock(DeviceMemory memory, long address, long bytes, int sizeClass) {
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

    /** The usable size in bytes. */
    public long bytes() {
        return bytes;
    }

    int sizeClass() {
        return sizeClass;
    }

    /** What a stream is given from now on may read the memory. */
    public void read(DeviceStream stream) {
        if (writer != stream && reader != stream) {
            beginReading(stream);
        }
    }

    /** What a stream is given from now on may read and write the memory. */
    public void write(DeviceStream stream) {
        if (writer != stream || reader != null) {
            beginWriting(stream);
        }
    }

    /** Whether this stream alone has used the memory, so that it need not wait. */
    boolean belongsTo(DeviceStream stream) {
        return writer == stream && reader == null;
    }

    private synchronized void beginReading(DeviceStream stream) {
        if (!readers.contains(stream)) {
            if (writer != null) {
                stream.await(writer);
            }
            // What is never written, such as weights, would keep the streams of all its readers.
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

    /** Gives the memory back to the driver; nothing on the device uses it any more. */
    void freeIdle() {
        freeing.freeIdle();
    }

    /** Keeps the memory for a recording, whoever releases it. */
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
        synchronized (this) {
            if (recording != null) {
                releasedWhileRecorded = true;
                return;
            }
        }
        memory.release(this);
    }
}
