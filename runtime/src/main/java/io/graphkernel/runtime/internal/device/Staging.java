package io.graphkernel.runtime.internal.device;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceDriver.Event;
import io.graphkernel.runtime.internal.device.DeviceDriver.Stream;
import org.bytedeco.javacpp.Pointer;

/**
 * Double-buffered copies between host and device through pinned staging buffers: while the device copies one buffer,
 * the host fills or drains the other.
 */
final class Staging {
    private static final GpuModel.Streams MODEL = GpuModel.Streams.DEFAULT;

    private final DeviceDriver driver;
    private final Stream stream;
    private final long[] buffers = new long[2];
    /** Events after the last copy of each buffer; null if there is none. */
    private final Event[] uses = new Event[2];

    private long bufferBytes;
    /** Index of the buffer that was uploaded least recently. */
    private int next;

    Staging(DeviceDriver driver, Stream stream) {
        this.driver = driver;
        this.stream = stream;
    }

    /** Uploads host memory. The source may be changed on return, while the last copies may still be in flight. */
    void upload(long target, long source, long bytes) {
        ensure(bytes);
        for (long done = 0; done < bytes; done += bufferBytes) {
            int buffer = next;
            next = 1 - buffer;
            long length = Math.min(bufferBytes, bytes - done);
            awaitUse(buffer);
            copy(buffers[buffer], source + done, length);
            stream.copyToDevice(target + done, buffers[buffer], length);
            uses[buffer] = stream.recordEvent();
        }
    }

    /** Downloads device memory and waits for all copies. */
    void download(long target, long source, long bytes) {
        ensure(bytes);
        int buffer = 0;
        long submitted = 0;
        for (long done = 0; done < bytes; done += bufferBytes) {
            while (submitted < bytes && submitted <= done + bufferBytes) {
                int free = (int) (submitted / bufferBytes) & 1;
                awaitUse(free);
                stream.copyToHost(buffers[free], source + submitted, Math.min(bufferBytes, bytes - submitted));
                uses[free] = stream.recordEvent();
                submitted += bufferBytes;
            }
            awaitUse(buffer);
            copy(target + done, buffers[buffer], Math.min(bufferBytes, bytes - done));
            buffer = 1 - buffer;
        }
    }

    void close() {
        for (int buffer = 0; buffer < buffers.length; buffer++) {
            awaitUse(buffer);
            if (buffers[buffer] != 0) {
                driver.freeStaging(buffers[buffer]);
                buffers[buffer] = 0;
            }
        }
        bufferBytes = 0;
    }

    private void ensure(long bytes) {
        if (bufferBytes >= Math.min(bytes, MODEL.maxStagingBytes())) {
            return;
        }
        close();
        long wanted = MODEL.minStagingBytes();
        while (wanted < Math.min(bytes, MODEL.maxStagingBytes())) {
            wanted *= 2;
        }
        for (int buffer = 0; buffer < buffers.length; buffer++) {
            buffers[buffer] = driver.allocateStaging(wanted);
            if (buffers[buffer] == 0) {
                close();
                throw new OutOfMemoryException(
                        RuntimeProblem.STAGING_MEMORY,
                        wanted,
                        driver.properties().name());
            }
        }
        bufferBytes = wanted;
    }

    /** Waits until the device no longer uses a buffer. */
    private void awaitUse(int buffer) {
        Event use = uses[buffer];
        if (use != null) {
            uses[buffer] = null;
            try {
                use.synchronize();
            } finally {
                use.close();
            }
        }
    }

    private static void copy(long target, long source, long bytes) {
        Pointer.memcpy(new Address(target), new Address(source), bytes);
    }

    private static final class Address extends Pointer {
        Address(long address) {
            this.address = address;
        }
    }
}
