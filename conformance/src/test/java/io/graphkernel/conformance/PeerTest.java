package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import io.graphkernel.conformance.onnx.OnnxRuntime;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Eager ops and compiled kernels give what ONNX Runtime gives. */
@Tag("peer")
@Tag("sampled")
class PeerTest {

    private static final int SHOWN = 5;
    private static final double LARGEST = 1e4;

    /** Compiled beforehand: it takes minutes, which would count for the first case. */
    @BeforeAll
    static void compile() {
        KernelClasses.plain();
        KernelClasses.processed();
    }

    static Stream<Peer> peers() {
        return Peers.all().stream().filter(peer -> Table.claims(peer.tested()));
    }

    static Stream<Peer> eagerPeers() {
        return peers().filter(peer -> Cases.eager().contains(peer.tested()));
    }

    static Stream<Peer> compiledPeers() {
        return peers().filter(peer -> Cases.compiled().contains(peer.tested()));
    }

    @ParameterizedTest
    @MethodSource("eagerPeers")
    void eagerOps_agree(Peer peer) throws OrtException {
        assertThat(differences(peer, CaseChecker.eager())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("compiledPeers")
    void compiledKernels_agree(Peer peer) throws OrtException {
        assertThat(differences(peer, CaseChecker.compiled())).isEmpty();
    }

    private static List<String> differences(Peer peer, CaseChecker checker) throws OrtException {
        List<DType> dtypes =
                peer.tested().operands().stream().map(Operand::dtype).toList();
        List<String> differences = new ArrayList<>();
        try (OnnxRuntime runtime = new OnnxRuntime(peer.node(), dtypes)) {
            for (int[][] shapes : Sizes.of(peer.tested())) {
                if (differences.isEmpty() && takes(shapes)) {
                    NdArray[] operands = Stream.of(checker.operands(peer.tested(), shapes))
                            .map(PeerTest::moderate)
                            .toArray(NdArray[]::new);
                    compare(peer, runtime, checker, operands, differences);
                }
            }
        }
        return differences;
    }

    /** The peer rejects empty tensors here and there, and normalizes no single elements. */
    private static boolean takes(int[][] shapes) {
        boolean empty = Stream.of(shapes).anyMatch(dims -> NdArray.count(dims) == 0);
        boolean single = Stream.of(shapes).allMatch(dims -> NdArray.count(dims) == 1);
        return !empty && !single;
    }

    private static void compare(
            Peer peer, OnnxRuntime runtime, CaseChecker checker, NdArray[] operands, List<String> differences)
            throws OrtException {
        List<NdArray> theirs = runtime.run(operands);
        List<NdArray> ours = checker.results(peer.tested(), operands);
        for (int result = 0; result < theirs.size(); result++) {
            NdArray our = ours.get(result);
            NdArray their = theirs.get(result);
            assertThat(our.dims()).as(peer + Arrays.toString(operands)).isEqualTo(their.dims());
            IntStream.range(0, our.elements().length)
                    .filter(i -> !agree(peer, our.elements()[i].asDouble(), their.elements()[i].asDouble()))
                    .limit(SHOWN)
                    .mapToObj(i -> peer + Arrays.toString(operands) + " element " + i + ": ours "
                            + our.elements()[i].asDouble() + " theirs "
                            + their.elements()[i].asDouble())
                    .forEach(differences::add);
        }
    }

    /**
     * The peer has rules of its own for NaN, infinities and the arguments of trigonometric functions far from 0, and
     * ends the process at an integer division by 0.
     */
    private static NdArray moderate(NdArray operand) {
        boolean integer = Dtypes.INTEGERS.contains(operand.dtype());
        return operand.map(element -> {
            double value = element.asDouble();
            return Math.abs(value) <= LARGEST && !(integer && value == 0) ? element : element.number(2);
        });
    }

    private static boolean agree(Peer peer, double ours, double theirs) {
        if (Double.compare(ours, theirs) == 0 || ours == theirs) {
            return true;
        }
        double larger = Math.max(Math.abs(ours), Math.abs(theirs));
        return Math.abs(ours - theirs) <= peer.relative() * larger + peer.absolute();
    }
}
