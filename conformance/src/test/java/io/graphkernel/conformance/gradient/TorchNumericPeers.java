package io.graphkernel.conformance.gradient;

import io.graphkernel.conformance.gradient.TorchPeers.Peer;
import io.graphkernel.graph.Attributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Calls of PyTorch for numeric functions, diagonals and products of vectors. */
final class TorchNumericPeers {

    private final Map<String, Peer> peers = new HashMap<>();

    private TorchNumericPeers() {
        addFunctions();
        addReductions();
        addArrangements();
    }

    static Map<String, Peer> all() {
        return new TorchNumericPeers().peers;
    }

    private void addFunctions() {
        peers.put("Sinc", (x, attributes) -> torch.sinc(x.get(0)));
        peers.put("Logit", (x, attributes) -> torch.logit(x.get(0)));
        peers.put("Deg2rad", (x, attributes) -> torch.deg2rad(x.get(0)));
        peers.put("Rad2deg", (x, attributes) -> torch.rad2deg(x.get(0)));
        peers.put("Frac", (x, attributes) -> torch.frac(x.get(0)));
        peers.put("TanhShrink", (x, attributes) -> x.get(0).sub(torch.tanh(x.get(0))));
        peers.put("Lgamma", (x, attributes) -> torch.lgamma(x.get(0)));
        peers.put("Digamma", (x, attributes) -> torch.digamma(x.get(0)));
        peers.put("Trigamma", (x, attributes) -> torch.polygamma(1, x.get(0)));
        peers.put("ErfInv", (x, attributes) -> torch.erfinv(x.get(0)));
        peers.put("NormalCdf", (x, attributes) -> torch.special_ndtr(x.get(0)));
        peers.put("NormalQuantile", (x, attributes) -> torch.special_ndtri(x.get(0)));
        peers.put("BesselI0", (x, attributes) -> torch.i0(x.get(0)));
        peers.put("BesselI1", (x, attributes) -> torch.special_i1(x.get(0)));
        peers.put("CopySign", (x, attributes) -> torch.copysign(x.get(0), x.get(1)));
        peers.put("Fmax", (x, attributes) -> torch.fmax(x.get(0), x.get(1)));
        peers.put("Fmin", (x, attributes) -> torch.fmin(x.get(0), x.get(1)));
        peers.put("Hypot", (x, attributes) -> torch.hypot(x.get(0), x.get(1)));
        peers.put("Xlogy", (x, attributes) -> torch.xlogy(x.get(0), x.get(1)));
        peers.put("LogAddExp", (x, attributes) -> torch.logaddexp(x.get(0), x.get(1)));
    }

    private void addReductions() {
        peers.put(
                "ReduceL1",
                (x, attributes) -> torch.linalg_vector_norm(
                        x.get(0),
                        new Scalar(1),
                        TorchPeers.axes(x.get(0), attributes),
                        attributes.flag(Attributes.KEEP_DIMS),
                        new ScalarTypeOptional()));
        peers.put(
                "NanSum",
                (x, attributes) -> torch.nansum(
                        x.get(0),
                        TorchPeers.axes(x.get(0), attributes),
                        attributes.flag(Attributes.KEEP_DIMS),
                        new ScalarTypeOptional()));
        peers.put(
                "NanMean",
                (x, attributes) -> torch.nanmean(
                        x.get(0),
                        TorchPeers.axes(x.get(0), attributes),
                        attributes.flag(Attributes.KEEP_DIMS),
                        new ScalarTypeOptional()));
    }

    private void addArrangements() {
        peers.put(
                "Roll",
                (x, attributes) -> torch.roll(x.get(0), integers(attributes, "shift"), integers(attributes, "axis")));
        peers.put(
                "TensorDotOfAxes",
                (x, attributes) -> torch.tensordot(
                        x.get(0), x.get(1), integers(attributes, "x_axes"), integers(attributes, "y_axes")));
        peers.put("DiagEmbed", (x, attributes) -> torch.diag_embed(x.get(0), attributes.integer("offset"), -2, -1));
        peers.put("Diagonal", (x, attributes) -> torch.diagonal(x.get(0), attributes.integer("offset"), -2, -1));
        peers.put(
                "Trace", (x, attributes) -> torch.diagonal(x.get(0), 0, -2, -1).sum(-1));
        peers.put("Vecdot", (x, attributes) -> torch.linalg_vecdot(x.get(0), x.get(1), axis(attributes)));
        peers.put("Outer", (x, attributes) -> isOfVectors(x) ? torch.outer(x.get(0), x.get(1)) : null);
        peers.put("Kron", (x, attributes) -> torch.kron(x.get(0), x.get(1)));
        peers.put("Cross", (x, attributes) -> torch.linalg_cross(x.get(0), x.get(1), axis(attributes)));
    }

    private static boolean isOfVectors(List<Tensor> x) {
        return x.get(0).dim() == 1;
    }

    private static long[] integers(Attributes attributes, String name) {
        return attributes.longs(name).stream().mapToLong(Long::longValue).toArray();
    }

    private static long axis(Attributes attributes) {
        return attributes.integer(Attributes.AXIS);
    }
}
