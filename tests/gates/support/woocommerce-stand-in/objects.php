<?php
/**
 * The shop's objects, with the methods that the age check may call and no others.
 *
 * @package Lintel_Age_Gate
 */

defined( 'ABSPATH' ) || exit;

/** Keeps the cart and the notices of one visitor. */
class WC_Session {
	const COOKIE = 'wp_woocommerce_session_stand_in';
	private $key;
	private $data;

	public function __construct() {
		$given     = isset( $_COOKIE[ self::COOKIE ] ) ? sanitize_key( $_COOKIE[ self::COOKIE ] ) : '';
		$this->key = '' === $given ? wp_generate_password( 20, false ) : $given;
		$stored    = get_transient( 'wc_session_' . strtolower( $this->key ) );
		$this->data = is_array( $stored ) ? $stored : array();
	}

	public function get( $name, $fallback = null ) {
		return isset( $this->data[ $name ] ) ? $this->data[ $name ] : $fallback;
	}

	public function set( $name, $value ) {
		$this->data[ $name ] = $value;
		set_transient( 'wc_session_' . strtolower( $this->key ), $this->data, HOUR_IN_SECONDS );
		if ( ! headers_sent() && ! isset( $_COOKIE[ self::COOKIE ] ) ) {
			setcookie( self::COOKIE, strtolower( $this->key ), 0, '/' );
		}
	}
}

/** A product. */
class WC_Product {
	protected $post;

	public function __construct( $post ) {
		$this->post = $post;
	}

	public function get_id() {
		return $this->post->ID;
	}

	public function get_parent_id() {
		return $this->post->post_parent;
	}

	public function get_name() {
		return $this->post->post_title;
	}

	public function get_meta( $name ) {
		return get_post_meta( $this->post->ID, $name, true );
	}

	public function update_meta_data( $name, $value ) {
		update_post_meta( $this->post->ID, $name, $value );
	}

	public function delete_meta_data( $name ) {
		delete_post_meta( $this->post->ID, $name );
	}
}

/** A variation: a post of its own whose parent is the product, without categories. */
class WC_Product_Variation extends WC_Product {}

/** What lies in the cart. */
class WC_Cart {
	public function get_cart() {
		$items = array();
		foreach ( (array) WC()->session->get( 'cart', array() ) as $id ) {
			$product = wc_get_product( $id );
			if ( $product ) {
				$items[ md5( (string) $id ) ] = array( 'product_id' => $id, 'quantity' => 1, 'data' => $product );
			}
		}
		return $items;
	}

	public function add_to_cart( $id ) {
		WC()->session->set( 'cart', array_merge( (array) WC()->session->get( 'cart', array() ), array( (int) $id ) ) );
	}

	public function is_empty() {
		return array() === $this->get_cart();
	}

	public function empty_cart() {
		WC()->session->set( 'cart', array() );
	}
}

/** One line of an order. */
class WC_Order_Item_Product {
	private $product_id;
	private $name;

	public function __construct( $product_id, $name ) {
		$this->product_id = $product_id;
		$this->name       = $name;
	}

	public function get_product() {
		return wc_get_product( $this->product_id );
	}

	public function get_name() {
		return $this->name;
	}
}

/** An order, kept as a post. Its meta is written by `save` alone, as where orders have their own tables. */
class WC_Order {
	private $id = 0;
	private $data;
	private $meta = array();

	public function __construct( $id = 0 ) {
		$this->id   = $id;
		$this->data = $id ? get_post_meta( $id, '_order', true ) : array();
		$this->meta = $id ? (array) get_post_meta( $id, '_order_meta', true ) : array();
		$this->data = array_merge(
			array( 'items' => array(), 'status' => 'pending', 'created_via' => '', 'key' => 'wc_order_' . wp_generate_password( 12, false ), 'notes' => array() ),
			(array) $this->data
		);
	}

	public function get_id() {
		return $this->id;
	}

	public function add_product( $product ) {
		$this->data['items'][] = array( $product->get_id(), $product->get_name() );
	}

	public function get_items() {
		return array_map(
			static function ( $item ) {
				return new WC_Order_Item_Product( $item[0], $item[1] );
			},
			$this->data['items']
		);
	}

	public function get_created_via() {
		return $this->data['created_via'];
	}

	public function set_created_via( $via ) {
		$this->data['created_via'] = $via;
	}

	public function get_status() {
		return $this->data['status'];
	}

	public function set_status( $status ) {
		$this->data['status'] = $status;
	}

	public function get_order_key() {
		return $this->data['key'];
	}

	public function needs_payment() {
		return in_array( $this->data['status'], array( 'pending', 'failed', 'checkout-draft' ), true );
	}

	public function get_checkout_payment_url() {
		return add_query_arg(
			array( 'pay_for_order' => 'true', 'key' => $this->get_order_key() ),
			wc_get_checkout_url() . 'order-pay/' . $this->id . '/'
		);
	}

	public function update_meta_data( $name, $value ) {
		$this->meta[ $name ] = $value;
	}

	public function get_meta( $name ) {
		return isset( $this->meta[ $name ] ) ? $this->meta[ $name ] : '';
	}

	public function add_order_note( $note ) {
		$this->data['notes'][] = $note;
		$this->save();
	}

	public function payment_complete() {
		$this->set_status( apply_filters( 'woocommerce_payment_complete_order_status', 'processing', $this->id, $this ) );
		$this->save();
	}

	public function save() {
		if ( ! $this->id ) {
			$this->id = wp_insert_post( array( 'post_type' => 'shop_order', 'post_status' => 'publish', 'post_title' => 'Order' ) );
		}
		update_post_meta( $this->id, '_order', $this->data );
		update_post_meta( $this->id, '_order_meta', $this->meta );
		return $this->id;
	}

	/** Everything that is stored of the order, for the tests. */
	public function stored() {
		return array( 'id' => $this->id, 'meta' => (object) $this->meta ) + $this->data;
	}
}
