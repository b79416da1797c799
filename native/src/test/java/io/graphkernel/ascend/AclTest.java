package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The emulated AscendCL rejects undocumented uses with the documented error codes. */
@Tag("emulated")
class AclTest {
    private static final int EVENT_SYNC = 1;
    private static final int CAPTURE_RELAXED = 2;
    private static final int COPY_ON_DEVICE = 3;

    private Acl acl;

    @BeforeEach
    void open() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        acl = Acl.open();
    }

    @AfterEach
    void close() {
        acl.close();
    }

    @Test
    void event_isRecordedAgain() {
        long once = Acl.created("aclrtCreateEvent");
        Acl.check(Acl.call("aclrtRecordEvent", once, acl.stream()));
        assertThat(Acl.call("aclrtRecordEvent", once, acl.stream())).isEqualTo(Acl.INVALID_PARAM);
        assertThat(Acl.reason()).isEqualTo("an event of aclrtCreateEvent is recorded again");
        Acl.check(Acl.call("aclrtDestroyEvent", once));

        try (LongPointer handle = new LongPointer(1)) {
            Acl.check(Acl.call("aclrtCreateEventExWithFlag", handle.address(), EVENT_SYNC));
            long again = handle.get();
            Acl.check(Acl.call("aclrtRecordEvent", again, acl.stream()));
            Acl.check(Acl.call("aclrtRecordEvent", again, acl.stream()));
            Acl.check(Acl.call("aclrtDestroyEvent", again));
        }
    }

    @Test
    void nullOrDestroyedHandle_isRejected() {
        long stream = Acl.created("aclrtCreateStream");
        Acl.check(Acl.call("aclrtDestroyStream", stream));
        long event = Acl.created("aclrtCreateEvent");
        Acl.check(Acl.call("aclrtDestroyEvent", event));

        for (long none : new long[] {0, stream}) {
            assertThat(Acl.call("aclrtSynchronizeStream", none)).isEqualTo(Acl.STREAM_CONTEXT);
            assertThat(Acl.call("aclrtDestroyStream", none)).isEqualTo(Acl.STREAM_CONTEXT);
        }
        for (long none : new long[] {0, event}) {
            assertThat(Acl.call("aclrtRecordEvent", none, acl.stream())).isEqualTo(Acl.INVALID_PARAM);
            assertThat(Acl.call("aclrtStreamWaitEvent", acl.stream(), none)).isEqualTo(Acl.INVALID_PARAM);
            assertThat(Acl.call("aclrtDestroyEvent", none)).isEqualTo(Acl.INVALID_PARAM);
        }
        assertThat(acl.launch(0, 1)).isEqualTo(Acl.INVALID_PARAM);
    }

    /** Work submitted between begin and end runs as often as it is executed, and not before. */
    @Test
    void recording_runsWhereItIsExecuted() {
        long memory = acl.upload(1, 2);
        long other = acl.upload(3, 4);
        long stream = Acl.created("aclrtCreateStream");
        Acl.check(Acl.call("aclmdlRICaptureBegin", stream, CAPTURE_RELAXED));
        Acl.check(Acl.call("aclrtMemcpyAsync", memory, 8, other, 8, COPY_ON_DEVICE, stream));
        assertThat(Acl.call("aclrtSynchronizeStream", stream)).isEqualTo(Acl.INVALID_PARAM);
        assertThat(Acl.call("aclmdlRICaptureBegin", stream, CAPTURE_RELAXED)).isEqualTo(Acl.INVALID_PARAM);
        long recording = Acl.created("aclmdlRICaptureEnd", stream);
        assertThat(acl.download(memory, 2)).containsExactly(1, 2);

        Acl.check(Acl.call("aclmdlRIExecuteAsync", recording, acl.stream()));
        assertThat(Acl.call("aclmdlRIDestroy", recording)).isEqualTo(Acl.INVALID_PARAM);
        assertThat(acl.download(memory, 2)).containsExactly(3, 4);
        Acl.check(Acl.call("aclmdlRIDestroy", recording));
        assertThat(Acl.call("aclmdlRIExecuteAsync", recording, acl.stream())).isEqualTo(Acl.INVALID_PARAM);
        Acl.check(Acl.call("aclrtDestroyStream", stream));
    }

    @Test
    void stream_thatIsNotRecorded_cannotEndARecording() {
        try (LongPointer handle = new LongPointer(1)) {
            assertThat(Acl.call("aclmdlRICaptureEnd", acl.stream(), handle.address()))
                    .isEqualTo(Acl.INVALID_PARAM);
        }
        assertThat(Acl.call("aclmdlRICaptureBegin", acl.stream(), CAPTURE_RELAXED + 1))
                .isEqualTo(Acl.INVALID_PARAM);
        assertThat(Acl.call("aclmdlRICaptureBegin", 0, CAPTURE_RELAXED)).isEqualTo(Acl.STREAM_CONTEXT);
        assertThat(Acl.call("aclmdlRIDestroy", 0)).isEqualTo(Acl.INVALID_PARAM);
    }

    @Test
    void device_hasOnlyItsMemory() {
        long before = EmulatedAscend.set(EmulatedAscend.Setting.MEMORY, EmulatedAscend.bytes(0) + 1000);
        try (LongPointer address = new LongPointer(1)) {
            assertThat(Acl.call("aclrtMalloc", address.address(), 1001, 0)).isEqualTo(Acl.OUT_OF_MEMORY);
            Acl.check(Acl.call("aclrtMalloc", address.address(), 1000, 0));
            Acl.check(Acl.call("aclrtFree", address.get()));
        } finally {
            EmulatedAscend.set(EmulatedAscend.Setting.MEMORY, before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--cce-auto-sync=off",
                "--npu-arch=dav-2201x",
                "--npu-arch=dav-2201 --npu-arch=dav-3510",
                "--npu-arch=dav-2201 -O2"
            })
    void otherOptions_areRejected(String options) {
        assertThat(Acl.compile("", options.split(" "))).isEqualTo(Acl.RTC_INVALID_INPUT);
    }

    @Test
    void barriers_mayBeLeftToTheSource() {
        Acl.check(Acl.compile("", "--npu-arch=dav-2201", "--cce-auto-sync=off"));
    }

    @Test
    void program_isNeeded() {
        try (LongPointer none = new LongPointer(new long[2])) {
            long size = none.address() + 8;
            assertThat(Acl.call("aclrtcCompileProg", 0, 0, 0)).isEqualTo(Acl.RTC_INVALID_INPUT);
            assertThat(Acl.call("aclrtcGetCompileLogSize", 0, size)).isEqualTo(Acl.RTC_INVALID_INPUT);
            assertThat(Acl.call("aclrtcGetCompileLog", 0, size)).isEqualTo(Acl.RTC_INVALID_INPUT);
            assertThat(Acl.call("aclrtcGetBinDataSize", 0, size)).isEqualTo(Acl.RTC_INVALID_INPUT);
            assertThat(Acl.call("aclrtcGetBinData", 0, size)).isEqualTo(Acl.RTC_INVALID_INPUT);
            assertThat(Acl.call("aclrtcDestroyProg", none.address())).isEqualTo(Acl.RTC_INVALID_INPUT);
        }
    }
}
