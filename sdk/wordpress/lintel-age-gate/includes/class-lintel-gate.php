<?php
/**
 * The gate, as the rest of the site meets it. Other plugins and themes need these methods and filters:
 *
 *   Lintel_Gate::has_proof()                        whether this visitor has proved their age
 *   Lintel_Gate::may_see()                          the same, or a member of staff
 *   Lintel_Gate::is_protected( $post_or_query )     whether something is behind the gate
 *   Lintel_Gate::require_proof( '/checkout/' )      returns with proof; otherwise answers and ends the request
 *   filter lintel_gate_is_protected( bool, WP_Query|WP_Post|null )
 *   filter lintel_gate_protected_terms( array<string, int[]> taxonomy => term ids )
 *   filter lintel_gate_protected_ids( int[] )       both are also left out of lists, in the database
 *   filter lintel_gate_is_staff( bool )
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Facade of the gate.
 */
final class Lintel_Gate {
	/** @var bool|null The verdict about this request's cookies. They do not change while it runs. */
	private static $proof = null;

	/**
	 * Adds all hooks.
	 */
	public static function boot(): void {
		Lintel_Gate_Protection::boot();
		Lintel_Gate_Forwarding::boot();
		Lintel_Gate_Media::boot();
		Lintel_Gate_Uploads::boot();
		Lintel_Gate_Requests::boot();
		Lintel_Gate_Lists::boot();
		Lintel_Gate_Texts::boot();
		Lintel_Gate_Rest::boot();
		Lintel_Gate_Caches::boot();
	}

	/**
	 * Whether this visitor carries a good proof.
	 */
	public static function has_proof(): bool {
		if ( null === self::$proof ) {
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared byte by byte, never printed or stored.
			$header      = isset( $_SERVER['HTTP_COOKIE'] ) ? (string) wp_unslash( $_SERVER['HTTP_COOKIE'] ) : '';
			self::$proof = Lintel_Gate_Settings::is_ready()
				&& Lintel_Gate_Cookie::is_good( $header, Lintel_Gate_Settings::gate(), Lintel_Gate_Settings::keys(), time() );
		}
		return self::$proof;
	}

	/**
	 * Whether this request may see what is protected: with proof, or as someone who writes here.
	 */
	public static function may_see(): bool {
		return self::has_proof() || self::is_staff();
	}

	/**
	 * Whether the user writes for this site. Subscribers and customers are visitors like everyone else.
	 */
	public static function is_staff(): bool {
		$is_staff = function_exists( 'wp_get_current_user' ) && did_action( 'init' ) > 0 && current_user_can( 'edit_posts' );
		return (bool) apply_filters( 'lintel_gate_is_staff', $is_staff );
	}

	/**
	 * Whether something is behind the gate.
	 *
	 * @param WP_Query|WP_Post|null $subject A post, a query, or null for the site itself.
	 */
	public static function is_protected( $subject = null ): bool {
		return Lintel_Gate_Protection::is_protected( $subject );
	}

	/**
	 * Returns when the visitor may go on. Otherwise answers (302 for navigations, 401 for everything else, 503 while the
	 * gate is not set up) and ends the request. Either way the answer is this visitor's alone and no cache keeps it.
	 *
	 * @param string $return_path Path and query on this site to come back to.
	 */
	public static function require_proof( string $return_path ): void {
		Lintel_Gate_Caches::keep_out();
		if ( self::may_see() ) {
			return;
		}
		if ( ! headers_sent() ) {
			Lintel_Gate_Requests::refuse( $return_path );
		}
		exit;
	}
}
