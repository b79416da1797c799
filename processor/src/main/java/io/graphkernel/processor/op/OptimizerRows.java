package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.bool;
import static io.graphkernel.processor.op.OpParameter.number;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpResult.result;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Optimizer steps. They compute in the dtype of the moments; the weights and the gradient may have another one, and
 * each result is rounded to the dtype of what it updates.
 */
final class OptimizerRows {

    private static final String NOTE = "moments in f32 with weights and gradients in f16 or bf16 are allowed";

    private static final String NO_GRADIENT = "a step of an optimizer is no part of a loss";

    private OptimizerRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                step("Adam", OptimizerRows::adam)
                        .takes(parameters("var* m v beta1Power# beta2Power# lr# beta1# beta2# epsilon# grad*")
                                .with(bool("useNesterov", false)))
                        .gives(OpResult.updated("var"), OpResult.updated("m"), OpResult.updated("v"))
                        .document("m' = m + (1 - β1)(g - m), v' = v + (1 - β2)(g² - v), var' = var - lr · √(1 - β2ᵗ) /"
                                + " (1 - β1ᵗ) · m' / (√v' + ε); with Nesterov β1 · m' + (1 - β1) g in place of m'"),
                step("AdamWeightDecay", OptimizerRows::adamWeightDecay)
                        .takes(parameters("var* m v lr# beta1# beta2# epsilon# decay# grad*")
                                .with())
                        .gives(OpResult.updated("var"), OpResult.updated("m"), OpResult.updated("v"))
                        .document("m' = β1 m + (1 - β1) g, v' = β2 v + (1 - β2) g², var' = var - lr · (m' / (√v' + ε) +"
                                + " decay · var)"),
                adamWithDecay("AdamApplyOneWithDecay")
                        .gives(result("v"), result("m"), result("var"))
                        .document("the new v, m and var of AdamWeightDecay, from β1, 1 - β1, β2 and 1 - β2"),
                adamWithDecay("AdamApplyOneWithDecayAssign")
                        .gives(OpResult.updated("v"), OpResult.updated("m"), OpResult.updated("var"))
                        .document("AdamApplyOneWithDecay, in place"),
                step("LambApplyOptimizerAssign", OptimizerRows::lambOptimizer)
                        .takes(parameters("grad* v m param* beta1# oneMinusBeta1# beta2# oneMinusBeta2# epsilon# steps#"
                                        + " doUseWeight# decay#")
                                .with())
                        .gives(result("update"), OpResult.updated("v"), OpResult.updated("m"))
                        .document(
                                "v' = β2 v + (1 - β2) g², m' = β1 m + (1 - β1) g, update = m' / (1 - β1ˢ) / (√(v' / (1"
                                        + " - β2ˢ)) + ε) + param · decay · doUseWeight, with s steps")
                        .note("1 - βˢ by expm1, which is precise for β near 1"),
                step("LambApplyWeightAssign", OptimizerRows::lambWeight)
                        .takes(parameters("weightNorm gradNorm lr# update param*")
                                .with())
                        .gives(OpResult.updated("param"))
                        .document(
                                "param' = param - lr · r · update, r = weightNorm / gradNorm where both are > 0, else 1")
                        .note("selects in place of products with 0 and 1, and no smallest number in the divisor"),
                step("ApplyMomentum", OptimizerRows::momentum)
                        .takes(parameters("weight* accumulation lr# grad* momentum#")
                                .with(bool("useNesterov", false)))
                        .gives(OpResult.updated("weight"), OpResult.updated("accumulation"))
                        .document("accumulation' = accumulation · momentum + grad, weight' = weight - lr ·"
                                + " accumulation'; with Nesterov grad + momentum · accumulation' in its place"),
                step("SGD", OptimizerRows::sgd)
                        .takes(parameters("weight* grad* lr# accumulation momentum# dampening# weightDecay#")
                                .with(bool("useNesterov", false)))
                        .gives(OpResult.updated("weight"), OpResult.updated("accumulation"))
                        .document("g = grad + weightDecay · weight, accumulation' = momentum · accumulation + (1 -"
                                + " dampening) g, weight' = weight - lr · accumulation'; with Nesterov g + momentum ·"
                                + " accumulation' in its place"),
                step("ApplyRMSProp", OptimizerRows::rmsProp)
                        .takes(parameters("var* meanSquare moment lr# grad* rho# momentum# epsilon#")
                                .with())
                        .gives(OpResult.updated("var"), OpResult.updated("meanSquare"), OpResult.updated("moment"))
                        .document("meanSquare' = ρ meanSquare + (1 - ρ) g², moment' = momentum · moment + lr · g /"
                                + " √(meanSquare' + ε), var' = var - moment'"),
                step("ApplyAdagradV2", OptimizerRows::adagrad)
                        .takes(parameters("var* accumulation lr# grad* epsilon#")
                                .with())
                        .gives(OpResult.updated("var"), OpResult.updated("accumulation"))
                        .document("accumulation' = accumulation + g², var' = var - lr · g / (√accumulation' + ε)"),
                update("AssignAdd", "Add").document("parameter + value, in place"),
                update("AssignSub", "Sub").document("parameter - value, in place"));
    }

    private static List<Node> adam(ExpansionBuilder b) throws TypeException {
        Moments old = new Moments(b);
        Node m = b.add(old.m, b.mul(b.sub(old.g, old.m), b.sub(1, b.operand("beta1"))));
        Node v = b.add(old.v, b.mul(b.sub(b.square(old.g), old.v), b.sub(1, b.operand("beta2"))));
        Node correction = b.div(b.op("Sqrt", b.sub(1, b.operand("beta2Power"))), b.sub(1, b.operand("beta1Power")));
        Node direction = m;
        if (b.flag("useNesterov")) {
            Node beta1 = b.operand("beta1");
            direction = b.add(b.mul(m, beta1), b.mul(old.g, b.sub(1, beta1)));
        }
        Node step = b.div(direction, b.add(b.op("Sqrt", v), b.operand("epsilon")));
        Node var = b.sub(like(b, "var", old.m), b.mul(step, b.mul(b.operand("lr"), correction)));
        return List.of(b.castLike(var, b.operand("var")), m, v);
    }

    private static List<Node> adamWeightDecay(ExpansionBuilder b) throws TypeException {
        Node beta1 = b.operand("beta1");
        Node beta2 = b.operand("beta2");
        Moments next = new Moments(b).moved(b, beta1, b.sub(1, beta1), beta2, b.sub(1, beta2));
        return List.of(decayed(b, next), next.m, next.v);
    }

    private static List<Node> adamApplyOneWithDecay(ExpansionBuilder b) throws TypeException {
        Moments next = moved(b);
        return List.of(next.v, next.m, decayed(b, next));
    }

    private static Moments moved(ExpansionBuilder b) throws TypeException {
        return new Moments(b)
                .moved(
                        b,
                        b.operand("beta1"),
                        b.operand("oneMinusBeta1"),
                        b.operand("beta2"),
                        b.operand("oneMinusBeta2"));
    }

    private static Node decayed(ExpansionBuilder b, Moments next) throws TypeException {
        Node var = like(b, "var", next.m);
        Node step = b.div(next.m, b.add(b.op("Sqrt", next.v), b.operand("epsilon")));
        Node direction = b.add(step, b.mul(var, b.operand("decay")));
        return b.castLike(b.sub(var, b.mul(direction, b.operand("lr"))), b.operand("var"));
    }

    private static List<Node> lambOptimizer(ExpansionBuilder b) throws TypeException {
        Moments next = moved(b);
        Node mean = b.div(next.m, oneMinusPower(b, "beta1"));
        Node variance = b.div(next.v, oneMinusPower(b, "beta2"));
        Node step = b.div(mean, b.add(b.op("Sqrt", variance), b.operand("epsilon")));
        Node decay = b.mul(b.operand("decay"), b.operand("doUseWeight"));
        return List.of(b.add(step, b.mul(like(b, "param", next.m), decay)), next.v, next.m);
    }

    private static Node oneMinusPower(ExpansionBuilder b, String beta) throws TypeException {
        Node exponent = b.mul(b.operand("steps"), b.op("Log", b.operand(beta)));
        return b.op("Neg", b.op("Expm1", exponent));
    }

    private static List<Node> lambWeight(ExpansionBuilder b) throws TypeException {
        Node update = b.operand("update");
        Node weightNorm = b.operand("weightNorm");
        Node gradNorm = b.operand("gradNorm");
        Node bothPositive = b.op("LogicalAnd", b.op("Greater", weightNorm, 0), b.op("Greater", gradNorm, 0));
        // The update first: a quotient of the norms alone may be infinite, and an element of the update 0.
        Node direction = b.div(update, b.select(bothPositive, gradNorm, 1));
        Node step = b.mul(direction, b.mul(b.select(bothPositive, weightNorm, 1), b.operand("lr")));
        return List.of(b.castLike(b.sub(like(b, "param", update), step), b.operand("param")));
    }

    private static List<Node> momentum(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("accumulation");
        Node grad = like(b, "grad", old);
        Node accumulation = b.add(b.mul(old, b.operand("momentum")), grad);
        return descended(b, grad, accumulation);
    }

    private static List<Node> sgd(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("accumulation");
        Node grad = b.add(like(b, "grad", old), b.mul(like(b, "weight", old), b.operand("weightDecay")));
        Node added = b.mul(grad, b.sub(1, b.operand("dampening")));
        return descended(b, grad, b.add(b.mul(old, b.operand("momentum")), added));
    }

    private static List<Node> descended(ExpansionBuilder b, Node grad, Node accumulation) throws TypeException {
        Node direction = b.flag("useNesterov") ? b.add(grad, b.mul(accumulation, b.operand("momentum"))) : accumulation;
        Node weight = b.sub(like(b, "weight", accumulation), b.mul(direction, b.operand("lr")));
        return List.of(b.castLike(weight, b.operand("weight")), accumulation);
    }

    private static List<Node> rmsProp(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("meanSquare");
        Node grad = like(b, "grad", old);
        Node rho = b.operand("rho");
        Node meanSquare = b.add(b.mul(old, rho), b.mul(grad, b.mul(grad, b.sub(1, rho))));
        Node root = b.op("Sqrt", b.add(meanSquare, b.operand("epsilon")));
        Node step = b.div(b.mul(grad, b.operand("lr")), root);
        Node moment = b.add(b.mul(b.operand("moment"), b.operand("momentum")), step);
        Node var = b.sub(like(b, "var", old), moment);
        return List.of(b.castLike(var, b.operand("var")), meanSquare, moment);
    }

    private static List<Node> adagrad(ExpansionBuilder b) throws TypeException {
        Node old = b.operand("accumulation");
        Node grad = like(b, "grad", old);
        Node accumulation = b.add(old, b.square(grad));
        Node root = b.add(b.op("Sqrt", accumulation), b.operand("epsilon"));
        Node var = b.sub(like(b, "var", old), b.div(b.mul(grad, b.operand("lr")), root));
        return List.of(b.castLike(var, b.operand("var")), accumulation);
    }

    /** An operand in the dtype of the moments. */
    private static Node like(ExpansionBuilder b, String operand, Node moment) throws TypeException {
        return b.castLike(b.operand(operand), moment);
    }

    /** The two moments, and the gradient in their dtype. */
    private record Moments(Node m, Node v, Node g) {

        Moments(ExpansionBuilder b) throws TypeException {
            this(b.operand("m"), b.operand("v"), b.castLike(b.operand("grad"), b.operand("m")));
        }

        Moments moved(ExpansionBuilder b, Node beta1, Node oneMinusBeta1, Node beta2, Node oneMinusBeta2)
                throws TypeException {
            Node nextM = b.add(b.mul(m, beta1), b.mul(g, oneMinusBeta1));
            Node nextV = b.add(b.mul(v, beta2), b.mul(g, b.mul(g, oneMinusBeta2)));
            return new Moments(nextM, nextV, g);
        }
    }

    /** Parameters by name: a star marks a tensor of a dtype of its own, a hash a number. */
    private record Parameters(List<OpParameter> operands) {

        OpParameter[] with(OpParameter... attributes) {
            List<OpParameter> all = new ArrayList<>(operands);
            all.addAll(List.of(attributes));
            return all.toArray(OpParameter[]::new);
        }
    }

    private static Parameters parameters(String names) {
        return new Parameters(Stream.of(names.split(" "))
                .map(name -> {
                    String bare = name.replaceAll("[*#]", "");
                    if (name.endsWith("#")) {
                        return number(bare);
                    }
                    return name.endsWith("*") ? tensor(bare, OpDtype.OWN) : tensor(bare);
                })
                .toList());
    }

    private static OpRowBuilder step(String name, Expansion expansion) {
        return OpRow.composites(name, expansion)
                .noGradient(NO_GRADIENT)
                .shape("the shapes of what is updated")
                .note(NOTE);
    }

    private static OpRowBuilder adamWithDecay(String name) {
        return step(name, OptimizerRows::adamApplyOneWithDecay)
                .takes(parameters("grad* v m var* lr# beta1# oneMinusBeta1# beta2# oneMinusBeta2# decay# epsilon#")
                        .with());
    }

    private static OpRowBuilder update(String name, String op) {
        return OpRow.composite(
                        name,
                        b -> b.op(op, b.operand("parameter"), b.castLike(b.operand("value"), b.operand("parameter"))))
                .takes(
                        tensor("parameter"),
                        new OpParameter("value", OpParameter.Kind.TENSOR, OpDtype.OWN, true, Optional.empty(), ""))
                .gives(OpResult.updated("parameter"))
                .dtypes(DtypeClass.NUMBER)
                .shape("the shape of parameter");
    }
}
